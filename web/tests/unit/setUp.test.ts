import { describe, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import { cleared, readSetUp, setUpText, USUAL, withSquare, type KalahSetUp, type SquaresSetUp } from '../../src/lib/setUp';

describe('a position that is set up', () => {
  it.each([
    ...(Object.entries(USUAL) as [GameName, string][]),
    ['shogi', '4k4/9/4P4/9/9/9/9/+r8/4K4 w 2GPbn 1'],
    ['shogi', '9/9/9/9/9/9/9/9/9 b R18p 1'],
    ['othello', `${'X'.repeat(40)}${'O'.repeat(20)}---- O`],
    ['kalah', '1,0,12 3 0,2,1 0 second standard/any'],
  ] as [GameName, string][])('is read and written in %s: %s', (game, text) => {
    const setUp = readSetUp(game, text);
    expect(setUp && setUpText(setUp)).toBe(text);
  });

  it.each([
    ['othello', 'XO'],
    ['othello', `${'-'.repeat(64)} Y`],
    ['shogi', '9/9/9/9/9/9/9/9 b - 1'],
    ['shogi', '9/9/9/9/9/9/9/9/8 b - 1'],
    ['shogi', '9/9/9/9/9/9/9/9/9 b Z 1'],
    ['kalah', '1,1 0 1 0 first standard/any'],
    ['geister', 'anything'],
  ] as [GameName, string][])('is not made from what cannot be shown in %s: %s', (game, text) => {
    expect(readSetUp(game, text)).toBeNull();
  });

  it('changes square by square', () => {
    const start = readSetUp('shogi', USUAL.shogi ?? '') as SquaresSetUp;
    const without = withSquare(start, '8h', null);
    expect(setUpText(without)).toContain('PPPPPPPPP/7R1/LNSGKGSNL b');
    expect(setUpText(withSquare(without, '5e', '+B'))).toContain('/4+B4/');
    expect(withSquare(start, '8h', 'B').squares['8h']).toBeUndefined();
    expect(setUpText(cleared(start))).toBe('9/9/9/9/9/9/9/9/9 b - 1');
    const kalah = readSetUp('kalah', USUAL.kalah ?? '') as KalahSetUp;
    expect(setUpText(cleared(kalah))).toBe('0,0,0,0,0,0 0 0,0,0,0,0,0 0 first standard/any');
  });
});
