import type { KalahPosition, KalahStep, Place, SideName } from '../api/types';

/** Seeds by place. */
export type Seeds = Map<Place, number>;

export const SIDES: SideName[] = ['first', 'second'];

export function seedsOf(position: KalahPosition): Seeds {
  const seeds: Seeds = new Map();
  SIDES.forEach((side, index) => {
    position.houses[index]?.forEach((count, house) => seeds.set(`${side}-${house}`, count));
    seeds.set(`${side}-store`, position.stores[index] ?? 0);
  });
  return seeds;
}

/** One moment of a sowing: what lies where, and what the hand above `hand` still holds. */
export interface Moment {
  seeds: Seeds;
  hand: Place;
  held: number;
  isSweep: boolean;
}

/** The moments between two positions, the last one before the new position stands. */
export function moments(before: Seeds, step: KalahStep): Moment[] {
  const seeds = new Map(before);
  const all: Moment[] = [];
  // Never more than lie there, even if the step belongs to another position.
  let held = Math.min(step.path.length, seeds.get(step.from) ?? 0);
  seeds.set(step.from, (seeds.get(step.from) ?? 0) - held);
  all.push({ seeds: new Map(seeds), hand: step.from, held, isSweep: false });
  for (const place of step.path.slice(0, held)) {
    held -= 1;
    seeds.set(place, (seeds.get(place) ?? 0) + 1);
    all.push({ seeds: new Map(seeds), hand: place, held, isSweep: false });
  }
  if (step.captured !== null) {
    for (const place of step.captured.from) {
      held += seeds.get(place) ?? 0;
      seeds.set(place, 0);
    }
    all.push({ seeds: new Map(seeds), hand: step.captured.to, held, isSweep: true });
  }
  return all;
}

/** Where the n-th seed lies in its pit: sunflower-wise, so that any number fills it evenly. */
export function lie(index: number, spread: number): { x: number; y: number } {
  const angle = index * 2.399963; // the golden angle
  const distance = spread * Math.sqrt(index + 0.4);
  return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
}

export interface Pit {
  place: Place;
  x: number;
  y: number;
  isStore: boolean;
  isMine: boolean;
  house: number;
}

/** Lengths of the wide board with so many houses a side. */
export const wide = (houses: number) => ({ width: 280 + 120 * houses, height: 430 });

/** Lengths of the tall one: the stores lie across, one's own below, so that the houses are as large as they can be. */
export const tall = (houses: number) => ({ width: Math.max(520, 40 + 120 * houses), height: 640 });

/** All pits as `seat` sees them: own houses below from left to right, the own store at the right. */
export function pits(seat: SideName, isTall: boolean, houses = 6): Pit[] {
  const all: Pit[] = [];
  const { width, height } = isTall ? tall(houses) : wide(houses);
  const add = (place: Place, x: number, y: number, isStore: boolean, isMine: boolean, house: number) => {
    all.push({ place, x, y, isStore, isMine, house });
  };
  const other = seat === 'first' ? 'second' : 'first';
  const apart = isTall ? 78 : 76;
  for (let house = 0; house < houses; house++) {
    const along = width / 2 + (house - (houses - 1) / 2) * 120;
    add(`${seat}-${house}`, along, height / 2 + apart, false, true, house);
    add(`${other}-${house}`, width - along, height / 2 - apart, false, false, house);
  }
  if (isTall) {
    add(`${seat}-store`, width / 2, height - 70, true, true, houses);
    add(`${other}-store`, width / 2, 70, true, false, houses);
  } else {
    add(`${seat}-store`, width - 76, height / 2, true, true, houses);
    add(`${other}-store`, 76, height / 2, true, false, houses);
  }
  return all;
}
