import { beforeEach, describe, expect, it } from 'vitest';

import { asked, chooseGame, CLOCKS, loadOptions, MY_LEVEL, rememberStart, sameAgain } from '../../src/pages/gameOptions';

beforeEach(() => localStorage.clear());

describe('what a game is asked for with', () => {
  it('says what the person is and wishes, to the opponent that adapts and to nobody else', () => {
    const options = { ...loadOptions(), experience: { othello: 'casual' as const }, wish: 'harder' as const, clock: 1 };
    expect(asked(options, MY_LEVEL)).toMatchObject({ level: MY_LEVEL, experience: 'casual', wish: 'harder', clock: CLOCKS[1] });
    const fixed = asked(options, 'level-2');
    expect(fixed).not.toHaveProperty('wish');
    expect(fixed).not.toHaveProperty('experience');
    expect(fixed).not.toHaveProperty('met');
    expect(asked({ ...options, wish: 'even', clock: 0 }, MY_LEVEL)).not.toHaveProperty('wish');
  });

  it('is the same when it is played again: clock, seat and options', () => {
    const first = asked({ ...loadOptions(), seat: 'second', clock: 2, undo: false }, 'level-3');
    rememberStart('abc', first);
    // What has been chosen on the title page since does not matter.
    chooseGame('shogi');
    expect(sameAgain('abc', 'othello', 'level-3')).toEqual(first);
    expect(loadOptions().game).toBe('shogi');
    expect(sameAgain('unknown', 'kalah', 'level-1')).toMatchObject({ game: 'kalah', level: 'level-1' });
  });

  it('is kept for the last games only', () => {
    for (let game = 0; game < 50; game++) rememberStart(`game ${game}`, asked(loadOptions(), `level-${game}`));
    const kept = JSON.parse(localStorage.getItem('gokaku.started') ?? '{}') as object;
    expect(Object.keys(kept)).toHaveLength(30);
    expect(sameAgain('game 49', 'othello', 'level-1').level).toBe('level-49');
  });
});
