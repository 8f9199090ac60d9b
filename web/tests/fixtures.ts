import type { Catalogue, Level, Move, Position, Table } from '../src/api/types';
import { PICTURES } from './pictures';

/** Tables as the server sends them, for tests that need no server. */

const text = (en: string, ja = en) => ({ en, ja });

export const level: Level = {
  id: 'my-level',
  name: text('My level', '自分に合わせる'),
  who: text('Kagami', 'かがみ'),
  about: text('Plays at your level.', 'あなたの強さに合わせます。'),
  opponent: 'ladder',
  source: null,
};

export const catalogue: Catalogue = {
  games: (['othello', 'kalah', 'shogi', 'geister'] as const).map((game) => ({
    game,
    name: text(game),
    about: text(game),
    sides: game === 'othello' ? [text('Black', '黒番'), text('White', '白番')] : [text('First player', '先手'), text('Second player', '後手')],
    picture: PICTURES[game],
    levels: [level, ...[1, 2, 3, 4, 5].map((n) => ({ ...level, id: `level-${n}`, name: text(`Level ${n}`, `強さ${n}`) }))],
    twoPeople: [],
    goals: [text('Most wins.', '多いほうが勝ち。')],
    starts: [],
    setups: [],
    undo: true,
    hint: true,
  })),
};

export const move = (from: string | null, to: string, promotes = false): Move => ({
  text: `${from ?? ''}${to}${promotes ? '+' : ''}`,
  from,
  to,
  promotes,
  onBoard: to !== 'pass',
  label: text(to),
});

export const othelloStart: Position = { kind: 'othello', black: ['e4', 'd5'], white: ['d4', 'e5'], counts: [2, 2] };

export function table(changes: Partial<Table> = {}): Table {
  return {
    id: 'abc',
    version: 1,
    game: 'othello',
    seat: 'first',
    level,
    company: 'opponent',
    phase: 'playing',
    toMove: 'first',
    thinking: false,
    position: othelloStart,
    legal: ['d3', 'c4', 'f5', 'e6'].map((place) => move(null, place)),
    plies: [],
    step: null,
    said: [],
    allowed: { undo: true, hint: true, resign: true },
    clock: null,
    result: null,
    formats: [],
    ...changes,
  };
}
