import type { NewTable } from '../api/types';

/** What a person chose last on the title page. `clock` is an index into `CLOCKS`. */
export interface GameOptions extends Omit<NewTable, 'clock'> {
  clock: number;
}

/** None, and three common ones: quick, medium, slow. */
export const CLOCKS = [null, { minutes: 5, byoyomi: 10 }, { minutes: 10, byoyomi: 30 }, { minutes: 20, byoyomi: 60 }];

const KEY = 'gokaku.game-options';
const DEFAULTS: GameOptions = { game: 'othello', level: 'my-level', seat: 'random', undo: true, hint: true, pace: 'person', clock: 0 };

export function loadOptions(): GameOptions {
  try {
    const last = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<GameOptions>;
    const options = { ...DEFAULTS, ...last };
    return CLOCKS[options.clock] === undefined ? { ...DEFAULTS } : options;
  } catch {
    return { ...DEFAULTS };
  }
}

export function saveOptions(options: GameOptions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // A browser without storage can still play.
  }
}
