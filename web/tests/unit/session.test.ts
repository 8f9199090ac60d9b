import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { POLL } from '../../src/api/events';
import type { Table } from '../../src/api/types';
import { TableSession } from '../../src/lib/session.svelte';
import { settings } from '../../src/lib/settings.svelte';
import { move, table } from '../fixtures';

/** An event source that a test speaks through. */
class Source extends EventTarget {
  static last: Source | null = null;
  isClosed = false;
  constructor(readonly address: string) {
    super();
    Source.last = this;
  }
  close() {
    this.isClosed = true;
  }
  send(state: Table) {
    this.dispatchEvent(new MessageEvent('table', { data: JSON.stringify(state) }));
  }
}

const answers: (() => Promise<Response>)[] = [];
const requests: { address: string; body: unknown }[] = [];
const json = (body: unknown, status = 200) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  vi.useFakeTimers();
  settings.values.speed = 'off';
  answers.length = requests.length = 0;
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    requests.push({ address, body: init.body === undefined ? null : JSON.parse(String(init.body)) });
    return answers.shift()?.() ?? Promise.reject(new TypeError('cut'));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(state = table()) {
  answers.push(json(state));
  const heard = vi.fn();
  const session = new TableSession('abc', heard);
  await vi.advanceTimersByTimeAsync(1);
  return { session, heard };
}

describe('a table in a tab', () => {
  it('shows newer versions once, whichever way they come', async () => {
    const { session, heard } = await opened();
    const next = table({ version: 2, toMove: 'second', legal: [] });
    Source.last?.send(next);
    Source.last?.send(next);
    Source.last?.send(table({ version: 1 }));
    await vi.advanceTimersByTimeAsync(1);
    expect(session.shown?.version).toBe(2);
    expect(heard).toHaveBeenCalledTimes(2);
    session.close();
  });

  it('sends a move again with the same version until an answer comes', async () => {
    const { session } = await opened();
    answers.push(() => Promise.reject(new TypeError('cut')), json(table({ version: 2, toMove: 'second', legal: [] })));
    const sent = session.play(move(null, 'd3'));
    await vi.advanceTimersByTimeAsync(100);
    expect(session.isConnected).toBe(false);
    expect(session.pending?.to).toBe('d3');
    await vi.advanceTimersByTimeAsync(1000);
    await sent;
    const moves = requests.filter((request) => request.address.endsWith('/moves'));
    expect(moves.map((request) => request.body)).toEqual([{ version: 1, move: 'd3' }, { version: 1, move: 'd3' }]);
    expect(session.isConnected).toBe(true);
    expect(session.pending).toBeNull();
    session.close();
  });

  it('takes the newer table that comes with a refusal, and does not send again', async () => {
    const { session } = await opened();
    const now = table({ version: 5, toMove: 'first' });
    answers.push(json({ error: { code: 'stale', message: 'moved on' }, table: now }, 409));
    await session.play(move(null, 'd3'));
    expect(session.shown?.version).toBe(5);
    expect(session.problem?.code).toBe('stale');
    expect(session.pending).toBeNull();
    expect(requests.filter((request) => request.address.endsWith('/moves'))).toHaveLength(1);
    session.close();
  });

  it('connects again when the stream breaks, and says so meanwhile', async () => {
    const { session } = await opened();
    const broken = Source.last;
    broken?.dispatchEvent(new Event('error'));
    expect(broken?.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.isConnected).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(Source.last).not.toBe(broken);
    Source.last?.send(table({ version: 3 }));
    expect(session.isConnected).toBe(true);
    expect(session.newest?.version).toBe(3);
    session.close();
  });

  it('asks for the table where the server refuses the stream, so that the reply arrives', async () => {
    const { session } = await opened();
    answers.push(json(table({ version: 2, toMove: 'second', legal: [] })));
    await session.play(move(null, 'd3'));
    const refuse = () => Source.last?.dispatchEvent(new Event('error'));
    answers.push(json(table({ version: 2, toMove: 'second', legal: [] })));
    refuse();
    await vi.advanceTimersByTimeAsync(1);
    expect(session.isConnected).toBe(true);
    answers.push(json(table({ version: 3 })));
    await vi.advanceTimersByTimeAsync(POLL);
    expect(session.newest?.version).toBe(3);
    expect(session.isMine).toBe(true);
    // It goes on for as long as the stream is refused, and stops when it comes.
    for (let version = 4; version < 10; version++) {
      answers.push(json(table({ version })));
      refuse();
      await vi.advanceTimersByTimeAsync(POLL);
      expect(session.newest?.version).toBe(version);
    }
    await vi.advanceTimersByTimeAsync(20_000);
    Source.last?.send(table({ version: 10 }));
    const asked = requests.length;
    await vi.advanceTimersByTimeAsync(10 * POLL);
    expect(requests).toHaveLength(asked);
    expect(session.newest?.version).toBe(10);
    expect(session.isConnected).toBe(true);
    session.close();
  });

  it('counts what has been shown to its end', async () => {
    settings.values.speed = 'normal';
    const { session } = await opened();
    const step = { kind: 'slide', from: 'a', to: 'b', captured: null, side: 'first' } as const;
    const plies = [{ number: 1, side: 'first', text: 'd3', label: { en: 'd3', ja: 'd3' }, forced: false, onBoard: true }] as const;
    Source.last?.send(table({ version: 2, step, plies: [...plies] }));
    await vi.advanceTimersByTimeAsync(100);
    expect([session.shown?.version, session.settled?.version]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(100);
    expect(session.settled?.version).toBe(2);
    session.close();
  });

  it('lets nobody play while the opponent is to move or an answer is due', async () => {
    const { session } = await opened(table({ toMove: 'second', legal: [] }));
    await session.play(move(null, 'd3'));
    expect(requests.filter((request) => request.address.endsWith('/moves'))).toHaveLength(0);
    session.close();
  });
});
