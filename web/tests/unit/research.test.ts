import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Progress } from '../../src/api/studyTypes';
import { Research } from '../../src/lib/research.svelte';

/** An event source that a test speaks through. */
class Source extends EventTarget {
  static all: Source[] = [];
  isClosed = false;
  constructor(readonly address: string) {
    super();
    Source.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

const progress = (begun: number): Progress => ({
  id: 's', title: { en: 's', ja: 's' }, state: 'open', link: 'l', hash: 'h', begun, finished: 0, withdrawn: 0, groupedBy: null, groups: [],
  answers: 0, games: 0, judgements: 0, people: [],
});
const answers: (() => Promise<Response>)[] = [];
const requests: string[] = [];
const json = (body: unknown, status = 200) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));
const refused = (status: number, code: string) => json({ error: { code, message: code } }, status);

beforeEach(() => {
  vi.useFakeTimers();
  answers.length = requests.length = Source.all.length = 0;
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    requests.push(`${init.method} ${address}`);
    return answers.shift()?.() ?? Promise.reject(new TypeError('cut'));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a researcher', () => {
  it('without a login is asked for the key, and a wrong one is called wrong', async () => {
    answers.push(refused(401, 'login-needed'));
    const research = new Research('s', null);
    await vi.advanceTimersByTimeAsync(1);
    expect([research.isLoggedIn, research.problem, Source.all.length]).toEqual([false, null, 0]);
    answers.push(refused(401, 'wrong-key'));
    await research.login('no');
    expect([research.isLoggedIn, research.problem?.code]).toEqual([false, 'wrong-key']);
    research.close();
  });

  it('with a login for another study is asked for the key of this one', async () => {
    answers.push(refused(404, 'no-such-study'));
    const research = new Research('s', null);
    await vi.advanceTimersByTimeAsync(1);
    expect([research.isLoggedIn, research.problem]).toEqual([false, null]);
    research.close();
  });

  it('with a key in the link sees progress live, until the login ends', async () => {
    answers.push(json({ study: 's' }), json(progress(1)), json({ files: ['answers.csv'] }));
    const research = new Research('s', 'key');
    await vi.advanceTimersByTimeAsync(1);
    expect(requests[0]).toBe('POST /api/v1/research/login');
    expect([research.progress?.begun, research.files]).toEqual([1, ['answers.csv']]);
    const [source] = Source.all;
    source?.dispatchEvent(new MessageEvent('study', { data: JSON.stringify(progress(2)) }));
    expect(research.progress?.begun).toBe(2);
    answers.push(refused(401, 'login-needed'));
    source?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(1);
    expect([research.isLoggedIn, research.progress, source?.isClosed]).toEqual([false, null, true]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Source.all).toHaveLength(1);
    research.close();
  });
});
