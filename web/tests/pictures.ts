import type { GameName, Position, ShogiPiece, SideName } from '../src/api/types';

/** A back row of shogi from the first player's left, and where bishop and rook stand. */
const BACK = [...'LNSGKGSNL'];

function shogi(): Position {
  const pieces: ShogiPiece[] = [];
  const add = (place: string, side: SideName, piece: string) => pieces.push({ place, side, piece, promoted: false });
  BACK.forEach((piece, index) => {
    add(`${9 - index}i`, 'first', piece);
    add(`${9 - index}g`, 'first', 'P');
    add(`${9 - index}a`, 'second', piece);
    add(`${9 - index}c`, 'second', 'P');
  });
  add('8h', 'first', 'B');
  add('2h', 'first', 'R');
  add('2b', 'second', 'B');
  add('8b', 'second', 'R');
  return { kind: 'shogi', pieces, hands: [{}, {}], check: false };
}

function geister(): Position {
  const places = (rows: [string, string]) => rows.flatMap((row) => ['b', 'c', 'd', 'e'].map((column) => column + row));
  const reds = new Set(['c1', 'e1', 'b2', 'd2']);
  return {
    kind: 'geister',
    ghosts: [
      ...places(['1', '2']).map((place, index) => ({
        place, side: 'first' as const, colour: reds.has(place) ? ('red' as const) : ('blue' as const), letter: 'ABCDEFGH'[index] ?? '',
      })),
      ...places(['6', '5']).map((place, index) => ({
        place, side: 'second' as const, colour: 'unknown' as const, letter: 'ABCDEFGH'[index] ?? '',
      })),
    ],
    captured: [],
  };
}

/** Positions for tests of boards. */
export const PICTURES = {
  othello: {
    kind: 'othello',
    black: ['d3', 'd4', 'd5', 'd6', 'e5', 'f4', 'c5', 'f5'],
    white: ['e4', 'e3', 'f3', 'c4', 'e6', 'f6', 'e7'],
    counts: [8, 7],
  },
  kalah: { kind: 'kalah', houses: [[4, 4, 0, 5, 5, 5], [5, 5, 0, 4, 4, 5]], stores: [1, 1] },
  shogi: shogi(),
  geister: geister(),
} satisfies Partial<Record<GameName, Position>>;
