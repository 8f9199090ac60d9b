import type { NewTable } from '../api/types';

/** What a person chose last on the title page. `clock` is a place in `CLOCKS`. */
export interface Wish extends Omit<NewTable, 'clock'> {
  clock: number;
}

/** None, and three that clubs use: quick, steady, slow. */
export const CLOCKS = [null, { minutes: 5, byoyomi: 10 }, { minutes: 10, byoyomi: 30 }, { minutes: 20, byoyomi: 60 }];

const KEY = 'gokaku.wish';
const FIRST: Wish = { game: 'othello', level: 'fits-me', seat: 'lot', undo: true, hint: true, pace: 'person', clock: 0 };

export function kept(): Wish {
  try {
    const last = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Wish>;
    const wish = { ...FIRST, ...last };
    return CLOCKS[wish.clock] === undefined ? FIRST : wish;
  } catch {
    return { ...FIRST };
  }
}

export function keep(wish: Wish): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
