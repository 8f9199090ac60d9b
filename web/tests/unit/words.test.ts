import { describe, expect, it } from 'vitest';

import { clockSaid, remaining } from '../../src/lib/clock';
import { spokenUpdate } from '../../src/lib/spoken';
import { routeOf } from '../../src/lib/router.svelte';
import { axis } from '../../src/lib/plots';
import { read, settings } from '../../src/lib/settings.svelte';
import { patience } from '../../src/api/events';
import { pitchOf, walk } from '../../src/sound/music';
import { en as pageEn } from '../../src/words/en';
import { ja as pageJa } from '../../src/words/ja';
import { hintSaid, tick } from '../../src/words/index.svelte';
import { eloSaid, inDays, percent, percentLost } from '../../src/words/learn';
import { en as learnEn } from '../../src/words/learn/en';
import { ja as learnJa } from '../../src/words/learn/ja';
import { en as studyEn } from '../../src/words/study/en';
import { ja as studyJa } from '../../src/words/study/ja';
import { table } from '../fixtures';

/** Every text of a dictionary by its path, functions called with ones. */
function texts(part: unknown, path = ''): [string, string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, String((part as (...all: unknown[]) => unknown)('1', '1', '1', '1'))]];
  return Object.entries(part as object).flatMap(([key, value]) => texts(value, `${path}.${key}`));
}

describe.each([
  ['page', pageEn, pageJa],
  ['studies', studyEn, studyJa],
  ['learning', learnEn, learnJa],
])('the words of the %s', (_of, en, ja) => {
  it('are the same in number in both languages, and none is empty', () => {
    expect(texts(ja).map(([path]) => path).sort()).toEqual(texts(en).map(([path]) => path).sort());
    for (const [path, text] of [...texts(en), ...texts(ja)]) expect(text.trim(), path).not.toBe('');
  });

  it('are Japanese in Japanese', () => {
    const same = /^\.(name|list|heard)$|\.(counts|loss|said|judgedSaid|axis|described)$|\.cell\.piece$|^\.game\.keys/;
    const own = texts(ja).filter(([path]) => !same.test(path));
    for (const [path, text] of own) expect(text, path).toMatch(/[ぁ-んァ-ヶ一-龠]/);
  });
});

describe('what a screen reader hears', () => {
  const ply = (number: number, side: 'first' | 'second', at: string) => ({
    number, side, text: at, label: { en: at, ja: at }, forced: false, onBoard: at !== 'pass',
  });

  it('is every move since the last state', () => {
    const before = table({ plies: [ply(1, 'first', 'd3')], toMove: 'second' });
    const after = table({ version: 2, plies: [ply(1, 'first', 'd3'), ply(2, 'second', 'c5')] });
    expect(spokenUpdate(after, before, 'en')).toBe('Opponent: c5. Your turn');
    expect(spokenUpdate(after, before, 'ja')).toBe('相手、c5。あなたの番です');
  });

  it('is an extra turn, one’s own and the opponent’s', () => {
    const step = { kind: 'kalah', from: 'first-2', path: ['first-store'], captured: null, again: true } as const;
    const before = table({ toMove: 'first' });
    const mine = table({ plies: [ply(1, 'first', 'house 3')], step: { ...step, path: [...step.path] } });
    expect(spokenUpdate(mine, before, 'en')).toBe('You: house 3. Extra turn: You');
    const theirs = { ...mine, plies: [ply(1, 'second', 'house 3')], toMove: 'second' as const };
    expect(spokenUpdate(theirs, { ...before, toMove: 'second' }, 'ja')).toBe('相手、house 3。相手がもう一度続けます');
  });

  it('is a pass in so many words, and the result at the end', () => {
    const before = table({ plies: [], toMove: 'second' });
    const passed = table({ plies: [ply(1, 'second', 'pass')], step: { kind: 'pass', side: 'second' } });
    expect(spokenUpdate(passed, before, 'en')).toContain('pass (no legal move)');
    const over = table({
      phase: 'over', toMove: null,
      result: { winner: 'second', reason: { en: 'More discs.', ja: '石の数' }, counts: [30, 34], person: 'lost', strength: null },
    });
    expect(spokenUpdate(over, before, 'en')).toBe('You lost. More discs. You 30, opponent 34');
  });
});

describe('numbers', () => {
  it('have no more figures than they mean', () => {
    settings.values.language = 'en';
    expect([-2000, 0, 0.5, 48].map(tick)).toEqual(['−2,000', '0', '0.5', '48']);
    expect([0, 0.544, 0.546, 1].map(percent)).toEqual(['0%', '54%', '55%', '100%']);
    expect([0.001, 0.128].map(percentLost)).toEqual(['1%', '13%']);
    expect([-213, 1687].map(eloSaid)).toEqual(['−210', '1,690']);
    const now = Date.parse('2026-11-19T12:00:00Z');
    expect(['2026-11-20T08:00:00Z', '2026-11-22T00:00:00Z'].map((at) => inDays(at, now))).toEqual(['tomorrow', 'in 3 days']);
  });

  it('stand beside an axis that is wide enough for them', () => {
    const size = axis(() => '#000000', 'points').size as unknown as (plot: null, shown: string[]) => number;
    const widths = [['0'], ['−2,000', '0'], ['−10,000']].map((shown) => size(null, shown));
    expect(widths[0]).toBe(44);
    expect(widths[1]).toBeGreaterThan(50);
    expect(widths[2]).toBeGreaterThan(widths[1] ?? 0);
  });

  it('a hint names its move once', () => {
    expect(hintSaid('f3', 'f3 looks best of 4 moves (+1.0 discs).')).toBe('Hint: f3 looks best of 4 moves (+1.0 discs).');
    expect(hintSaid('f3', 'Gives an extra turn.')).toBe('Hint: f3. Gives an extra turn.');
  });
});

describe('small things', () => {
  it('reads addresses', () => {
    expect(routeOf('/')).toEqual({ page: 'title' });
    expect(routeOf('/table/x7')).toEqual({ page: 'table', id: 'x7' });
    expect(routeOf('/table/x7/review')).toEqual({ page: 'review', id: 'x7' });
    expect(routeOf('/table/x7/other')).toEqual({ page: 'missing' });
    expect(routeOf('/study/x7')).toEqual({ page: 'study', link: 'x7' });
    expect(routeOf('/research/x7')).toEqual({ page: 'research', id: 'x7' });
    expect(routeOf('/research/x7/reasons')).toEqual({ page: 'reasons', id: 'x7' });
    expect(routeOf('/study')).toEqual({ page: 'missing' });
    expect(routeOf('/exercises')).toEqual({ page: 'exercises' });
    expect(routeOf('/g/x7')).toEqual({ page: 'shared', id: 'x7' });
  });

  it('reads settings that were damaged as at first', () => {
    const damaged = read('{"theme":"pink","volume":7,"sound":true}', 'ja');
    expect(damaged).toMatchObject({ theme: 'system', volume: 0.25, sound: true, language: 'ja' });
    expect(read('not json', 'en')).toMatchObject({ speed: 'normal', music: false, language: 'en' });
  });

  it('lets only the running clock run', () => {
    const clock = { first: 61_000, second: 5_000, byoyomi: 0, running: 'first' as const };
    expect(remaining(clock, 'first', 1500)).toBe(59_500);
    expect(remaining(clock, 'second', 1500)).toBe(5_000);
    expect(remaining({ ...clock, byoyomi: 30 }, 'first', 62_000)).toBe(29_000);
    expect(remaining({ ...clock, byoyomi: 30 }, 'first', 99_000)).toBe(0);
    expect(remaining(null, 'first', 0)).toBeNull();
    expect(clockSaid(59_500)).toBe('1:00');
  });

  it('waits longer each time, but never long', () => {
    expect([0, 1, 2, 9].map(patience)).toEqual([500, 1000, 2000, 5000]);
  });

  it('plays a melody of five notes that does not repeat', () => {
    let state = 1;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const melody = walk(random);
    const notes = Array.from({ length: 200 }, () => melody.next().value?.degree ?? -1);
    expect(Math.min(...notes)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...notes)).toBeLessThanOrEqual(14);
    expect(notes.slice(0, 100)).not.toEqual(notes.slice(100));
    expect(pitchOf(5)).toBeCloseTo(2 * pitchOf(0));
  });
});
