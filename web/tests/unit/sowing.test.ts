import { describe, expect, it } from 'vitest';

import type { KalahStep } from '../../src/api/types';
import { moments, pits, seedsOf } from '../../src/lib/sowing';

const start = seedsOf({ kind: 'kalah', houses: [[4, 4, 4, 4, 4, 4], [4, 4, 4, 4, 4, 4]], stores: [0, 0] });
const total = (seeds: Map<string, number>) => [...seeds.values()].reduce((sum, count) => sum + count, 0);

describe('a sowing', () => {
  it('loses no seed on the way', () => {
    const path = ['first-3', 'first-4', 'first-5', 'first-store'];
    const step: KalahStep = { kind: 'kalah', from: 'first-2', path, captured: null, again: true };
    const all = moments(start, step);
    expect(all).toHaveLength(5);
    for (const moment of all) expect(total(moment.seeds) + moment.held).toBe(48);
    expect(all.at(-1)?.seeds.get('first-store')).toBe(1);
    expect(all.at(-1)?.seeds.get('first-2')).toBe(0);
  });

  it('sweeps what is captured', () => {
    const before = new Map(start).set('first-4', 0).set('first-0', 4);
    const step: KalahStep = {
      kind: 'kalah', from: 'first-0', path: ['first-1', 'first-2', 'first-3', 'first-4'],
      captured: { from: ['first-4', 'second-1'], to: 'first-store' }, again: false,
    };
    const sweep = moments(before, step).at(-1);
    expect(sweep).toMatchObject({ hand: 'first-store', held: 5, isSweep: true });
    expect(sweep?.seeds.get('second-1')).toBe(0);
  });
});

describe('the board', () => {
  it('has the own store where one’s own row ends, wide and tall', () => {
    for (const seat of ['first', 'second'] as const) {
      const find = (isTall: boolean, place: string) => pits(seat, isTall).find((pit) => pit.place === place);
      expect(find(false, `${seat}-store`)?.x).toBeGreaterThan(find(false, `${seat}-5`)?.x ?? Infinity);
      expect(find(true, `${seat}-store`)?.y).toBeGreaterThan(find(true, `${seat}-5`)?.y ?? Infinity);
      expect(new Set(pits(seat, false).map((pit) => pit.place)).size).toBe(14);
    }
  });

  it('has each house across from the one it captures', () => {
    expect(pits('first', false, 3)).toHaveLength(8);
    const all = pits('first', false);
    for (let house = 0; house < 6; house++) {
      const mine = all.find((pit) => pit.place === `first-${house}`);
      const across = all.find((pit) => pit.place === `second-${5 - house}`);
      expect(mine?.x).toBe(across?.x);
    }
  });
});
