import type { Place, SideName } from '../api/types';

/** A board of squares as one seat sees it. Lengths are in units of the picture; a square is 100 wide. */
export interface Grid {
  /** Names of the columns from left to right, and of the rows from top to bottom, as they are seen. */
  columns: string[];
  rows: string[];
  cellHeight: number;
  /** Room for coordinates, and beside the board for whatever else belongs there. */
  marginX: number;
  marginY: number;
  place(column: string, row: string): Place;
}

export const CELL = 100;

const LETTERS = [...'abcdefghi'];

function turned<T>(names: T[], isTurned: boolean): T[] {
  return isTurned ? [...names].reverse() : names;
}

/** Othello: a to h, 1 to 8 from the top. The board has no direction, so both seats see the same. */
export function othelloGrid(): Grid {
  const columns = LETTERS.slice(0, 8);
  const rows = columns.map((_, index) => String(index + 1));
  return { columns, rows, cellHeight: CELL, marginX: 44, marginY: 44, place: (column, row) => column + row };
}

/** Shogi: files 9 to 1 from the left and ranks a to i from the top for the first player, turned for the second. */
export function shogiGrid(seat: SideName): Grid {
  const files = LETTERS.map((_, index) => String(9 - index));
  const isTurned = seat === 'second';
  return {
    columns: turned(files, isTurned),
    rows: turned([...LETTERS], isTurned),
    cellHeight: 108,
    marginX: 46,
    marginY: 46,
    place: (column, row) => column + row,
  };
}

/** Geister: a to f, row 1 at the bottom for the first player, turned for the second. */
export function geisterGrid(seat: SideName): Grid {
  const columns = LETTERS.slice(0, 6);
  const rows = columns.map((_, index) => String(6 - index));
  const isTurned = seat === 'second';
  return {
    columns: turned(columns, isTurned),
    rows: turned(rows, isTurned),
    cellHeight: CELL,
    marginX: 92,
    marginY: 40,
    place: (column, row) => column + row,
  };
}

export function gridSize(grid: Grid): { width: number; height: number } {
  return {
    width: grid.columns.length * CELL + 2 * grid.marginX,
    height: grid.rows.length * grid.cellHeight + 2 * grid.marginY,
  };
}

/** The middle of a square. A place that is not on the board has none. */
export function centre(grid: Grid, place: Place): { x: number; y: number } | null {
  const column = grid.columns.indexOf(place.slice(0, 1));
  const row = grid.rows.indexOf(place.slice(1));
  if (column < 0 || row < 0) return null;
  return { x: grid.marginX + (column + 0.5) * CELL, y: grid.marginY + (row + 0.5) * grid.cellHeight };
}

/** Where a ghost stands that has left the board from the corner `from`: beside it. */
export function exitBeside(grid: Grid, from: Place): { x: number; y: number } | null {
  const corner = centre(grid, from);
  if (corner === null) return null;
  const isLeft = from.startsWith(grid.columns[0] ?? '');
  const outward = CELL / 2 + grid.marginX / 2;
  return { x: corner.x + (isLeft ? -outward : outward), y: corner.y };
}

/** The square one key press away from `place`, or `place` itself at the edge. */
export function neighbour(grid: Grid, place: Place, key: string): Place {
  let column = grid.columns.indexOf(place.slice(0, 1));
  let row = grid.rows.indexOf(place.slice(1));
  if (key === 'ArrowLeft') column -= 1;
  else if (key === 'ArrowRight') column += 1;
  else if (key === 'ArrowUp') row -= 1;
  else if (key === 'ArrowDown') row += 1;
  else if (key === 'Home') column = 0;
  else if (key === 'End') column = grid.columns.length - 1;
  const name = grid.columns[column];
  const rowName = grid.rows[row];
  return name === undefined || rowName === undefined ? place : grid.place(name, rowName);
}
