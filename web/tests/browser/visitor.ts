import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

import type { GameName } from '../../src/api/types';
import type { Language, Speed } from '../../src/lib/settings.svelte';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Manner {
  language: Language;
  width: number;
  speed?: Speed;
  theme?: 'light' | 'dark';
  /** What a browser that has gone has left on its disk. */
  left?: Left;
}

export type Left = Awaited<ReturnType<BrowserContext['storageState']>>;

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['GOKAKU_BROWSER'] ?? '/usr/bin/chromium',
    // Chromium refuses to run as root with its sandbox, and containers often have a small /dev/shm.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });

export const heightFor = (width: number): number => (width < 700 ? 844 : 800);

/** Somebody with a browser of their own: what they see, and what went wrong for them. */
export class Visitor {
  /** What the console complained about. */
  readonly complaints: string[] = [];
  /** Every body and every live message that this page received. */
  readonly received: string[] = [];
  readonly #bodies: Promise<void>[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly address: string,
  ) {
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('response', (response) => {
      if (!response.url().includes('/api/') || response.url().endsWith('/events')) return;
      this.#bodies.push(response.text().then((text) => void this.received.push(text), () => undefined));
    });
  }

  static async arrive(browser: Browser, address: string, manner: Manner): Promise<Visitor> {
    const options: BrowserContextOptions = {
      viewport: { width: manner.width, height: heightFor(manner.width) },
      locale: manner.language === 'ja' ? 'ja-JP' : 'en-GB',
      hasTouch: manner.width < 700,
      colorScheme: manner.theme ?? 'light',
    };
    if (manner.left !== undefined) options.storageState = manner.left;
    const context = await browser.newContext(options);
    const visitor = new Visitor(context, await context.newPage(), address);
    await visitor.listen();
    await visitor.page.goto(address);
    await visitor.setMotion(manner.speed ?? 'fast');
    return visitor;
  }

  /** Another tab of the same browser. */
  async tab(path: string): Promise<Visitor> {
    const other = new Visitor(this.context, await this.context.newPage(), this.address);
    await other.listen();
    await other.page.goto(this.address + path);
    return other;
  }

  private async listen(): Promise<void> {
    const devtools = await this.context.newCDPSession(this.page);
    await devtools.send('Network.enable');
    devtools.on('Network.eventSourceMessageReceived', (message) => void this.received.push(message.data));
  }

  async everything(): Promise<string[]> {
    await Promise.all(this.#bodies);
    return this.received;
  }

  /** Opens the settings beside the page, chooses a speed, closes them. */
  async setMotion(speed: Speed): Promise<void> {
    await this.page.click('button.settings');
    await this.page.check(`input[name=speed][value=${speed}]`);
    await this.page.click('button.settings');
  }

  /** From the title page to a table. */
  async sitDown(game: GameName, seat: 'first' | 'second' | 'random' = 'first', level = 'my-level'): Promise<string> {
    const { page } = this;
    await page.waitForSelector('input[name=level]');
    await page.check(`input[name=game][value=${game}]`);
    if (level.startsWith('research-')) {
      const folded = page.locator('details.research:not([open]) > summary');
      if ((await folded.count()) > 0) await folded.click();
    }
    await page.check(`input[name=level][value=${level}]`);
    await page.check(`input[name=seat][value=${seat}]`);
    const more = page.locator('details.more:not([open]) > summary');
    if ((await more.count()) > 0) await more.click();
    await page.getByRole('checkbox').nth(2).uncheck(); // the opponent answers at once
    await page.click('button[type=submit]');
    await page.waitForURL(/\/table\/[^/]+$/);
    await page.waitForSelector('[role=grid]');
    return new URL(page.url()).pathname;
  }

  /** What axe finds that keeps somebody from using the page. */
  async violations(): Promise<string[]> {
    // Not as a script of the page: its policy forbids those, and rightly.
    await this.page.evaluate(axeSource);
    const found = await this.page.evaluate(async () => {
      interface Violation { id: string; impact: string; nodes: { html: string }[] }
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
      const { violations } = await axe.run();
      return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map((node) => node.html).join(' | ') }));
    });
    return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, where }) => `${id}: ${where}`);
  }

  /** Whether the page is wider than the window. */
  overflows(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}
