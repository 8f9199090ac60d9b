import type { GameName, Place, SideName } from '../api/types';
import { othelloGrid, shogiGrid, type Grid } from './grid';

/** A position that somebody sets up by hand. Whether it can be played is for the server to say. */
export type SetUp = SquaresSetUp | KalahSetUp;

/** What lies on each square, in the letters of the game's own notation. */
export interface SquaresSetUp {
  kind: 'othello' | 'shogi';
  squares: Record<Place, string>;
  /** Shogi: how many of each piece are in hand, by its letter. */
  hands: Record<string, number>;
  toMove: SideName;
}

export interface KalahSetUp {
  kind: 'kalah';
  /** Of the first and of the second side, each from its own left. */
  houses: [number[], number[]];
  stores: [number, number];
  toMove: SideName;
}

/** The usual starts, and the games whose positions can be set up. */
export const USUAL: Partial<Record<GameName, string>> = {
  othello: '---------------------------OX------XO--------------------------- X',
  kalah: '4,4,4,4,4,4 0 4,4,4,4,4,4 0 first standard/any',
  shogi: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1',
};

/** The pieces of shogi that can be in hand, in the order in which they are written. */
export const IN_HAND = [...'RBGSNLP'];

const places = (grid: Grid): Place[] => grid.rows.flatMap((row) => grid.columns.map((column) => grid.place(column, row)));

function readOthello(text: string): SquaresSetUp | null {
  const [, board, side] = /^([-XO]{64}) ([XO])$/.exec(text) ?? [];
  if (board === undefined) return null;
  const squares: Record<Place, string> = {};
  places(othelloGrid()).forEach((place, index) => {
    const disc = board[index];
    if (disc !== undefined && disc !== '-') squares[place] = disc;
  });
  return { kind: 'othello', squares, hands: {}, toMove: side === 'X' ? 'first' : 'second' };
}

function readShogi(text: string): SquaresSetUp | null {
  const [board = '', side = '', inHand = ''] = text.split(' ');
  const rows = board.split('/').map((row) => row.match(/\+?[a-z]|[1-9]/gi) ?? []);
  if (rows.length !== 9 || !/^[bw]$/.test(side) || !/^(-|(\d*[rbgsnlp])+)$/i.test(inHand)) return null;
  const grid = shogiGrid('first');
  const squares: Record<Place, string> = {};
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const word of row) {
      if (/^[1-9]$/.test(word)) column += Number(word);
      else squares[grid.place(grid.columns[column++] ?? '', grid.rows[index] ?? '')] = word;
    }
    if (column !== 9) return null;
  }
  const hands: Record<string, number> = {};
  for (const [, count, piece = ''] of inHand.matchAll(/(\d*)([a-z])/gi)) hands[piece] = Number(count === '' ? 1 : count);
  return { kind: 'shogi', squares, hands, toMove: side === 'b' ? 'first' : 'second' };
}

function readKalah(text: string): KalahSetUp | null {
  const [, one, ownStore, two, otherStore, toMove] = /^([\d,]+) (\d+) ([\d,]+) (\d+) (first|second) standard\/any$/.exec(text) ?? [];
  const row = (numbers = '') => numbers.split(',').map(Number);
  if (toMove === undefined || row(one).length !== row(two).length) return null;
  return { kind: 'kalah', houses: [row(one), row(two)], stores: [Number(ownStore), Number(otherStore)], toMove: toMove as SideName };
}

/** The position that a text stands for; null where it cannot be shown. */
export function readSetUp(game: GameName, text: string): SetUp | null {
  if (game === 'othello') return readOthello(text);
  if (game === 'shogi') return readShogi(text);
  return game === 'kalah' ? readKalah(text) : null;
}

function shogiText({ squares, hands, toMove }: SquaresSetUp): string {
  const grid = shogiGrid('first');
  const rows = grid.rows.map((row) => {
    const words = grid.columns.map((column) => squares[grid.place(column, row)] ?? ' ').join('');
    return words.replace(/ +/g, (gap) => String(gap.length));
  });
  const held = [...IN_HAND, ...IN_HAND.map((piece) => piece.toLowerCase())].flatMap((piece) => {
    const count = hands[piece] ?? 0;
    return count === 0 ? [] : [(count === 1 ? '' : String(count)) + piece];
  });
  return `${rows.join('/')} ${toMove === 'first' ? 'b' : 'w'} ${held.join('') || '-'} 1`;
}

/** The position as its game writes it. */
export function setUpText(setUp: SetUp): string {
  if (setUp.kind === 'kalah') {
    const { houses, stores, toMove } = setUp;
    return `${houses[0].join(',')} ${stores[0]} ${houses[1].join(',')} ${stores[1]} ${toMove} standard/any`;
  }
  if (setUp.kind === 'shogi') return shogiText(setUp);
  return `${places(othelloGrid()).map((place) => setUp.squares[place] ?? '-').join('')} ${setUp.toMove === 'first' ? 'X' : 'O'}`;
}

/** The same with nothing on the board. */
export function cleared(setUp: SetUp): SetUp {
  if (setUp.kind !== 'kalah') return { ...setUp, squares: {}, hands: {} };
  return { ...setUp, houses: [setUp.houses[0].map(() => 0), setUp.houses[1].map(() => 0)], stores: [0, 0] };
}

/** The same with something else on a square; null takes it away. What lies there already is taken away too. */
export function withSquare(setUp: SquaresSetUp, place: Place, what: string | null): SquaresSetUp {
  const { [place]: before, ...rest } = setUp.squares;
  return { ...setUp, squares: what === null || what === before ? rest : { ...rest, [place]: what } };
}
