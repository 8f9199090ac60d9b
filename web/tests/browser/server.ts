import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pageProxy } from './page-proxy';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

function binary(): string {
  const path = process.env['GOKAKU_BINARY'];
  if (path === undefined) throw new Error('found no GOKAKU_BINARY, expected the path of the gokaku program (cargo xtask test sets it)');
  return path;
}

/** The real program with a new folder of data, which survives a restart and ends with the tests. */
export class Server {
  #process: ChildProcess | null = null;
  #said = '';
  #study: string | null = null;
  #proxy: HttpServer | null = null;

  private constructor(
    private readonly port: number,
    private readonly data: string,
    /** Where the page is; the program's own port unless `GOKAKU_PAGE` names a folder with another build of the page. */
    private readonly front: number,
  ) {}

  static async start(): Promise<Server> {
    const folder = process.env['GOKAKU_PAGE'];
    const port = await freePort();
    const front = folder === undefined ? port : await freePort();
    const server = new Server(port, mkdtempSync(join(tmpdir(), 'gokaku-page-')), front);
    if (folder !== undefined) server.#proxy = await pageProxy(folder, front, port);
    await server.run();
    return server;
  }

  /** Adds a study, a ready one or a file: `gokaku study serve` instead of `gokaku serve`. What was added before stays. */
  async serveStudy(study: string): Promise<{ link: string; research: string; key: string }> {
    await this.kill();
    this.#study = study;
    this.#said = '';
    await this.run();
    const told = (what: RegExp) => {
      const found = what.exec(this.#said)?.[1];
      if (found === undefined) throw new Error(`gokaku study serve did not tell ${what}: ${this.#said}`);
      return found;
    };
    return {
      link: told(/^Participants[^:]*: (\S+)$/m),
      research: told(/^Researcher: (\S+)$/m),
      key: told(/^(?:Researcher key|Key)[^:]*: (\S+)$/m),
    };
  }

  get address(): string {
    return `http://127.0.0.1:${this.front}`;
  }

  /** Starts the program and waits until it answers. */
  async run(): Promise<void> {
    const command = this.#study === null ? ['serve'] : ['study', 'serve', this.#study];
    const options = ['--addr', `127.0.0.1:${this.port}`, '--data', this.data];
    const started = spawn(binary(), [...command, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    const hear = (bytes: Buffer) => (this.#said += bytes.toString());
    started.stdout.on('data', hear);
    started.stderr.on('data', hear);
    this.#process = started;
    for (let tries = 0; tries < 300; tries++) {
      if (started.exitCode !== null) throw new Error(`gokaku ended with ${started.exitCode}: ${this.#said}`);
      const answer = await fetch(`${this.address}/healthz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`gokaku does not answer: ${this.#said}`);
  }

  /** As `kill -9` does: without a chance to put anything in order. */
  kill(): Promise<void> {
    const running = this.#process;
    if (running === null || running.exitCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      running.once('exit', () => resolve());
      running.kill('SIGKILL');
    });
  }

  async end(): Promise<void> {
    await this.kill();
    this.#proxy?.closeAllConnections();
    this.#proxy?.close();
    rmSync(this.data, { recursive: true, force: true });
  }
}
