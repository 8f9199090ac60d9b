import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { GameStep, Item, ParticipantView, QuestionsStep } from '../../src/api/studyTypes';
import type { Ply } from '../../src/api/types';
import { answerOf, numberIn } from '../../src/lib/questionnaire';
import { draft, dropDrafts, saveDraft } from '../../src/lib/drafts';
import { Judgements, nextToJudge } from '../../src/lib/judgements.svelte';
import { positionForKey } from '../../src/lib/positionKeys';
import { Participation } from '../../src/lib/participation.svelte';
import { verdictOf } from '../../src/pages/study/verdicts';

const text = (en: string) => ({ en, ja: en });
const item = (id: string, kind: Item['kind'], more: Partial<Item> = {}): Item => ({ id, kind, ask: text(id), required: true, ...more });

describe('a questionnaire', () => {
  const items = [
    item('skill', 'scale', { labels: ['1', '2', '3', '4', '5'].map(text) }),
    item('rating', 'number', { required: false, low: 0, high: 3500 }),
    item('why', 'text', { longest: 3 }),
    item('which', 'multiple', { options: [{ id: 'a', text: text('a') }] }),
  ];

  it('leaves out what was left out, and turns what was typed into numbers', () => {
    const { value, faults } = answerOf(items, { skill: 4, rating: '１５００', why: '歩𠮟', which: ['a'] });
    expect(value).toEqual({ skill: 4, rating: 1500, why: '歩𠮟', which: ['a'] });
    expect(faults.size).toBe(0);
    expect(answerOf(items, { skill: 1, rating: ' ', why: 'x', which: ['a'] }).value).not.toHaveProperty('rating');
  });

  it('says of each item what is wrong with it', () => {
    const { faults } = answerOf(items, { rating: '4000', why: 'four', which: [] });
    expect([...faults]).toEqual([['skill', 'missing'], ['rating', 'outside'], ['why', 'too long'], ['which', 'missing']]);
    expect(answerOf(items, { rating: 'strong' }).faults.get('rating')).toBe('missing');
  });

  it('reads numbers as people type them', () => {
    expect(['12', '−3', '1.5', ' 7 ', '1e3', '', '0x10'].map(numberIn)).toEqual([12, -3, 1.5, 7, null, null, null]);
  });
});

describe('drafts', () => {
  beforeEach(() => localStorage.clear());

  it('are kept for a study, a participant and a step, and go when their step is answered', () => {
    saveDraft('abc', 1, '2.01', { why: 'x' });
    saveDraft('abc', 1, '2.02', { why: 'y' });
    saveDraft('other', 1, '2.01', { why: 'z' });
    dropDrafts('abc', 1, '2.02');
    expect(draft('abc', 1, '2.01')).toEqual({});
    expect(draft('abc', 1, '2.02')).toEqual({ why: 'y' });
    expect(draft('abc', 2, '2.02')).toEqual({});
    expect(draft('other', 1, '2.01')).toEqual({ why: 'z' });
  });

  it('that are damaged are none', () => {
    localStorage.setItem('gokaku.study/abc/1/1', 'not json');
    expect(draft('abc', 1, '1')).toEqual({});
  });
});

describe('keys', () => {
  const press = (key: string, more: object = {}, target: Element = document.body) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
    target.dispatchEvent(event);
    return event;
  };

  it('judge a move, in any keyboard’s letters, but not while one writes', () => {
    const verdicts = ['b', '1', 'N', '2', 'g', '３', 'x'].map((key) => verdictOf(press(key)));
    expect(verdicts).toEqual(['bad', 'bad', 'normal', 'normal', 'good', 'good', null]);
    expect(verdictOf(press('Process', { code: 'KeyG' }))).toBe('good');
    expect(verdictOf(press('b', { ctrlKey: true }))).toBeNull();
    const field = document.body.appendChild(document.createElement('textarea'));
    expect(verdictOf(press('b', {}, field))).toBeNull();
    expect(positionForKey(press('ArrowLeft', {}, field), 3, 9)).toBeNull();
    field.remove();
  });

  it('leaf through a game and stop at its ends', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'].map((key) => positionForKey(press(key), 3, 9))).toEqual([2, 4, 0, 9, null]);
    expect([positionForKey(press('ArrowLeft'), 0, 9), positionForKey(press('ArrowRight'), 9, 9)]).toEqual([0, 9]);
  });
});

describe('the move that is asked about', () => {
  const ply = (number: number, side: Ply['side'], at = 'x'): Ply => ({
    number, side, text: at, label: text(at), forced: false, onBoard: at !== 'pass',
  });
  const plies = [ply(1, 'first'), ply(2, 'second'), ply(3, 'first'), ply(4, 'second'), ply(5, 'second')];
  const asked = (...judged: number[]) => nextToJudge(plies, 'first', (number) => judged.includes(number))?.number;

  it('is the first of the last turn that is not judged; then the last', () => {
    expect(asked()).toBe(4);
    expect(asked(4)).toBe(5);
    expect(asked(4, 5)).toBe(5);
    expect(nextToJudge(plies.slice(0, 3), 'first', () => false)?.number).toBe(2);
    expect(nextToJudge([ply(1, 'first')], 'first', () => false)).toBeUndefined();
    expect(nextToJudge([ply(1, 'first'), ply(2, 'second', 'pass')], 'first', () => false)).toBeUndefined();
  });
});

describe('a participant', () => {
  const step = (id: string): QuestionsStep => ({ id, kind: 'questions', title: text(id), items: [] });
  const me = (done: number, id = String(done + 1)): ParticipantView => ({
  number: 7, state: 'going', done, of: 3, step: step(id), debriefing: null,
});
  const study = (at: ParticipantView | null) => ({ id: 's', title: text('s'), consent: text('c'), state: 'open', groups: [], me: at });
  const answers: (() => Promise<Response>)[] = [];
  const requests: { address: string; body: unknown }[] = [];
  const json = (body: unknown, status = 200) => () =>
  Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  const cut = () => Promise.reject(new TypeError('cut'));

  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
    answers.length = requests.length = 0;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      requests.push({ address, body: init.body === undefined ? null : JSON.parse(String(init.body)) });
      return answers.shift()?.() ?? cut();
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function opened(at: ParticipantView | null) {
    answers.push(json(study(at)));
    const participation = new Participation('abc');
    await vi.advanceTimersByTimeAsync(1);
    return participation;
  }

  it('sends an answer again, the same, until it is acknowledged; then its draft is gone', async () => {
    const participation = await opened(me(0));
    saveDraft('abc', 7, '1', { why: 'x' });
    answers.push(cut, json(me(1)));
    const sent = participation.answer('1', { why: 'x' }, 1234, { why: 900 });
    void participation.answer('1', { why: 'x' }, 1234, { why: 900 }); // a second click
    await vi.advanceTimersByTimeAsync(100);
    expect(participation.isConnected).toBe(false);
    expect(draft('abc', 7, '1')).toEqual({ why: 'x' });
    await vi.advanceTimersByTimeAsync(1000);
    await sent;
    const body = { step: '1', value: { why: 'x' }, millis: 1234, times: { why: 900 } };
    expect(requests.filter(({ address }) => address.endsWith('/answers')).map((request) => request.body)).toEqual([body, body]);
    expect([participation.isConnected, participation.isSending, participation.me?.step?.id]).toEqual([true, false, '2']);
    expect(draft('abc', 7, '1')).toEqual({});
    participation.close();
  });

  it('is shown where another tab has gone, and told so', async () => {
    const participation = await opened(me(0));
    answers.push(json({ error: { code: 'another-step', message: 'answered' }, me: me(2) }, 409));
    await participation.answer('1', {}, 1);
    expect([participation.me?.step?.id, participation.wasAnswered, participation.problem]).toEqual(['3', true, null]);
    participation.close();
  });

  it('learns which answers are wrong and stays', async () => {
    const participation = await opened(me(0));
    answers.push(json({ error: { code: 'wrong-answer', message: 'no' }, items: [{ item: 'why', expected: 'a text' }] }, 422));
    await participation.answer('1', {}, 1);
    expect([participation.me?.step?.id, participation.wrong[0]?.item]).toEqual(['1', 'why']);
    participation.close();
  });

  it('does not go back when an older answer comes late', async () => {
    const participation = await opened(me(1));
    answers.push(json(me(0)));
    window.dispatchEvent(new Event('pageshow'));
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(2);
    expect(participation.me?.done).toBe(1);
    participation.close();
  });

  it('judges moves one after the other; a note waits for its verdict, and goes as normal at the end', async () => {
    const participation = await opened(me(0));
    const game: GameStep = {
    id: '1', kind: 'game', game: 'shogi', sides: 'first', judgeMoves: true, again: false, practice: false, clock: null,
      table: 't', judged: [], nth: 1, of: 1,
  };
    const judgements = new Judgements(participation, game);
    answers.push(cut, json(null, 204), json(null, 204), json(null, 204));
    const first = judgements.judge(2, 'bad');
    judgements.write(4, 'hm');
    await judgements.giveNote(4);
    judgements.keep(10);
    // As after a reload in the middle: what was not acknowledged and what was written are still there.
    expect(draft('abc', 7, '1')).toEqual({ unsent: [{ ply: 2, verdict: 'bad', note: '' }], notes: [[4, 'hm']], millis: 10 });
    void judgements.judge(2, 'good');
    await vi.advanceTimersByTimeAsync(1000);
    await first;
    expect(judgements.isJudged(4)).toBe(false);
    await judgements.finish();
    const sent = requests.filter(({ address }) => address.endsWith('/judgements')).map(({ body }) => body);
    expect(sent).toEqual([
      { step: '1', ply: 2, verdict: 'bad', note: '' }, { step: '1', ply: 2, verdict: 'bad', note: '' },
      { step: '1', ply: 2, verdict: 'good', note: '' }, { step: '1', ply: 4, verdict: 'normal', note: 'hm' },
    ]);
    judgements.keep(20);
    expect(draft('abc', 7, '1')).toEqual({ unsent: [], notes: [], millis: 20 });
    participation.close();
  });
});
