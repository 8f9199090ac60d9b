import type { Experience, GameName, NewTable, Wish } from '../api/types';

/** What a person chose last on the title page. `clock` is an index into `CLOCKS`; what they say of themselves holds for one game. */
export interface GameOptions extends Omit<NewTable, 'clock' | 'experience' | 'wish' | 'position'> {
  clock: number;
  wish: Wish;
  experience: Partial<Record<GameName, Experience>>;
  /** In which games the opponent that plays at their level has met them. */
  met: Partial<Record<GameName, boolean>>;
}

/** None, and three common ones: quick, medium, slow. */
export const CLOCKS = [null, { minutes: 5, byoyomi: 10 }, { minutes: 10, byoyomi: 30 }, { minutes: 20, byoyomi: 60 }];

const KEY = 'gokaku.game-options';
const DEFAULTS: GameOptions = {
  game: 'othello', level: 'my-level', seat: 'random', undo: true, hint: true, pace: 'person', clock: 0, wish: 'even',
  experience: {}, met: {},
};

/** The answers to how much somebody has played; none is an answer too. */
export const EXPERIENCES = [undefined, 'beginner', 'casual', 'regular', 'tournament'] as const;

export function loadOptions(): GameOptions {
  try {
    const last = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<GameOptions>;
    const options = { ...DEFAULTS, ...last };
    return CLOCKS[options.clock] === undefined ? { ...DEFAULTS } : options;
  } catch {
    return { ...DEFAULTS };
  }
}

/** The level whose opponent adapts. */
export const MY_LEVEL = 'my-level';

export const WISHES: Wish[] = ['easier', 'even', 'harder'];

/** What the server is asked for when a person starts a game with these options. */
export function asked(options: GameOptions, level: string, position = ''): NewTable {
  const { clock, experience, wish, met: _met, ...rest } = options;
  const table: NewTable = { ...rest, level };
  if (position !== '') table.position = position;
  const time = CLOCKS[clock];
  if (time) table.clock = time;
  if (level === MY_LEVEL) {
    const said = experience[table.game];
    if (said) table.experience = said;
    if (wish !== 'even') table.wish = wish;
  }
  return table;
}

/** The title page will have this game chosen. */
export function chooseGame(game: GameName): void {
  saveOptions({ ...loadOptions(), game });
}

const STARTED = 'gokaku.started';
/** So many games are remembered. */
const MOST_STARTED = 30;

function started(): Record<string, NewTable> {
  try {
    return JSON.parse(localStorage.getItem(STARTED) ?? '{}') as Record<string, NewTable>;
  } catch {
    return {};
  }
}

/** Keeps what was asked for, so that "Play again" asks for the same. */
export function rememberStart(id: string, table: NewTable): void {
  const kept = Object.entries(started()).filter(([other]) => other !== id);
  try {
    localStorage.setItem(STARTED, JSON.stringify(Object.fromEntries([...kept, [id, table] as const].slice(-MOST_STARTED))));
  } catch {
    // A browser without storage plays again with the options of the title page.
  }
}

/** What to ask for to play again as at this table. */
export function sameAgain(id: string, game: GameName, level: string): NewTable {
  return started()[id] ?? asked({ ...loadOptions(), game }, level);
}

export function saveOptions(options: GameOptions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // A browser without storage can still play.
  }
}
