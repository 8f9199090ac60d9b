import { describe, expect, it } from 'vitest';

import { centre, exitBeside, geisterGrid, neighbour, othelloGrid, shogiGrid } from '../../src/lib/grid';

describe('boards of squares', () => {
  it('puts the first player of shogi below, and turns the board for the second', () => {
    const [first, second] = [shogiGrid('first'), shogiGrid('second')];
    expect(first.columns[0]).toBe('9');
    expect(centre(first, '5i')?.y).toBeGreaterThan(centre(first, '5a')?.y ?? Infinity);
    expect(centre(second, '5a')?.y).toBeGreaterThan(centre(second, '5i')?.y ?? Infinity);
    expect(centre(first, '1a')).toEqual(centre(second, '9i'));
  });

  it('puts the home row of Geister below for both', () => {
    expect(centre(geisterGrid('first'), 'a1')?.y).toBe(centre(geisterGrid('second'), 'f6')?.y);
    expect(centre(geisterGrid('first'), 'exit-left')).toBeNull();
  });

  it('has the exits beside the corners, on their own side', () => {
    const grid = geisterGrid('second');
    expect(exitBeside(grid, 'f1')?.x).toBeLessThan(grid.marginX);
    expect(exitBeside(grid, 'a1')?.x).toBeGreaterThan(grid.marginX + 600);
  });

  it('is walked with arrow keys as it is seen', () => {
    expect(neighbour(othelloGrid(), 'd3', 'ArrowDown')).toBe('d4');
    expect(neighbour(othelloGrid(), 'a1', 'ArrowLeft')).toBe('a1');
    expect(neighbour(shogiGrid('first'), '5e', 'ArrowLeft')).toBe('6e');
    expect(neighbour(shogiGrid('second'), '5e', 'ArrowLeft')).toBe('4e');
    expect(neighbour(othelloGrid(), 'd3', 'End')).toBe('h3');
  });
});
