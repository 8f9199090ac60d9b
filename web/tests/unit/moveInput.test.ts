import { describe, expect, it } from 'vitest';

import { NOTHING, origins, pick, targets } from '../../src/lib/moveInput';
import { move } from '../fixtures';

const legal = [move('7g', '7f'), move('8h', '2b'), move('8h', '2b', true), move('first-P', '5e')];

describe('choosing a move by two places', () => {
  it('picks up what can move, and nothing else', () => {
    expect(pick(NOTHING, '7g', legal)).toEqual({ picked: { from: '7g', between: [] }, move: null });
    expect(pick(NOTHING, '5e', legal)).toEqual({ picked: NOTHING, move: null });
    expect(origins(legal)).toEqual(new Set(['7g', '8h', 'first-P']));
  });

  it('makes the move with the second place', () => {
    const { picked } = pick(NOTHING, '7g', legal);
    expect(pick(picked, '7f', legal)).toEqual({ picked: NOTHING, move: legal[0] });
    expect(targets(legal, 'first-P')).toEqual(new Set(['5e']));
  });

  it('asks where a piece may promote or not', () => {
    const { picked } = pick(NOTHING, '8h', legal);
    const next = pick(picked, '2b', legal);
    expect(next.move).toBeNull();
    expect(next.picked.between.map((one) => one.promotes)).toEqual([false, true]);
  });

  it('puts down on the second click, and changes its mind on another piece', () => {
    const { picked } = pick(NOTHING, '7g', legal);
    expect(pick(picked, '7g', legal).picked).toEqual(NOTHING);
    expect(pick(picked, '8h', legal).picked.from).toBe('8h');
  });
});
