import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { KalahPosition, KalahStep } from '../../src/api/types';
import { Sower } from '../../src/lib/sower.svelte';
import { chance } from '../browser/hands';
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

/** What a sowing of this house does, by the rules without the last house's special cases: enough to move seeds about. */
function sow(position: KalahPosition, side: 0 | 1, house: number): { next: KalahPosition; step: KalahStep } {
  const names = ['first', 'second'] as const;
  const houses = [[...position.houses[0]], [...position.houses[1]]] as [number[], number[]];
  const stores: [number, number] = [...position.stores];
  const path: string[] = [];
  let [at, index] = [side as number, house];
  let held = houses[side][house] ?? 0;
  houses[side][house] = 0;
  let captured: KalahStep['captured'] = null;
  for (; held > 0; held--) {
    index += 1;
    if (index === 6 && at === side) {
      stores[side] += 1;
      path.push(`${names[side]}-store`);
      continue;
    }
    if (index > 5) [at, index] = [1 - at, 0];
    const row = houses[at as 0 | 1];
    row[index] = (row[index] ?? 0) + 1;
    path.push(`${names[at as 0 | 1]}-${index}`);
  }
  const across = 5 - index;
  if (at === side && index < 6 && houses[side][index] === 1) {
    const other = (1 - side) as 0 | 1;
    captured = { from: [`${names[side]}-${index}`, `${names[other]}-${across}`], to: `${names[side]}-store` };
    stores[side] += 1 + (houses[other][across] ?? 0);
    houses[side][index] = houses[other][across] = 0;
  }
  return {
    next: { kind: 'kalah', houses, stores },
    step: { kind: 'kalah', from: `${names[side]}-${house}`, path, captured, again: index === 6 },
  };
}

describe('a sowing that is shown', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('adds up at every moment, however often it is interrupted', async () => {
    const random = chance(29);
    const opening: KalahPosition = { kind: 'kalah', houses: [[4, 4, 4, 4, 4, 4], [4, 4, 4, 4, 4, 4]], stores: [0, 0] };
    let position = opening;
    const sower = new Sower(position, '0');
    const shown = () => total(sower.seeds) + (sower.hand?.held ?? 0);
    let [interrupted, moving] = [0, 0];
    for (let move = 1; interrupted < 1000; move++) {
      const side = (move % 2) as 0 | 1;
      const full = position.houses[side].flatMap((count, house) => (count > 0 ? [house] : []));
      const house = full[random(full.length)];
      // Now and then something other than the next move comes: a takeback, or a new game.
      const jumps = house === undefined || random(20) === 0;
      const { next, step } = jumps ? { next: opening, step: null } : sow(position, side, house);
      position = next;
      let isDone = false;
      void sower.show(next, String(move), step, [0.3, 1, 1.6][random(3)] ?? 1).then(() => (isDone = true));
      const wait = random(12);
      for (let moment = 0; moment < wait; moment++) {
        await vi.advanceTimersByTimeAsync(17 + random(90));
        expect(shown()).toBe(48);
        if (sower.hand !== null) moving += 1;
      }
      if (!isDone) interrupted += 1;
      if (random(4) === 0) {
        sower.hurry();
        await vi.advanceTimersByTimeAsync(0);
        expect(shown()).toBe(48);
        expect(sower.seeds).toEqual(seedsOf(next));
      }
    }
    expect(moving).toBeGreaterThan(1000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sower.seeds).toEqual(seedsOf(position));
    expect(sower.hand).toBeNull();
    sower.close();
  }, 60_000);
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
