import { afterEach, describe, expect, it, vi } from 'vitest';

import * as api from '../../src/api/client';
import type { Position, Table } from '../../src/api/types';
import { Stepping } from '../../src/lib/stepping.svelte';
import { othelloStart, table } from '../fixtures';

const position = (black: string): Position => ({ ...othelloStart, black: [black] } as Position);
const plies = ['d3', 'c3', 'c4'].map((text, index) => ({
  number: index + 1, side: 'first' as const, text, label: { en: text, ja: text }, forced: false, onBoard: true,
}));
const line = (version: number) => ({
  version,
  positions: ['a1', 'b1', 'c1', 'd1'].map(position),
  steps: plies.map(({ text }) => ({ kind: 'othello' as const, placed: text, flipped: [], side: 'first' as const })),
});

afterEach(() => void vi.restoreAllMocks());

function stepping(now: { table: Table }): Stepping {
  return new Stepping(() => now.table);
}

const press = (key: string) => new KeyboardEvent('keydown', { key });

describe('looking back', () => {
  it('goes ply by ply, asks the server once, and comes back to the present', async () => {
    const asked = vi.spyOn(api, 'tableLine').mockResolvedValue(line(7));
    const now = { table: table({ version: 7, plies }) };
    const steps = stepping(now);
    expect(steps.shown).toBeNull();
    await steps.by(-1);
    expect(steps.shown).toEqual({ position: position('c1'), step: line(7).steps[1] });
    await steps.go(0);
    expect(steps.shown).toEqual({ position: position('a1'), step: null });
    await steps.by(-1);
    expect(steps.at).toBe(0);
    await steps.go(3);
    expect([steps.at, steps.shown]).toEqual([null, null]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('stays at the present when the game went on meanwhile, or nothing can be had', async () => {
    const now = { table: table({ version: 7, plies }) };
    const steps = stepping(now);
    vi.spyOn(api, 'tableLine').mockImplementation(async () => {
      now.table = table({ version: 8, plies });
      return line(7);
    });
    await steps.by(-1);
    expect(steps.at).toBeNull();
    vi.spyOn(api, 'tableLine').mockRejectedValue(new api.Unreachable('/'));
    await steps.by(-1);
    expect(steps.at).toBeNull();
  });

  it('hears its keys and leaves the others alone', async () => {
    vi.spyOn(api, 'tableLine').mockResolvedValue(line(7));
    const steps = stepping({ table: table({ version: 7, plies }) });
    expect(steps.key(press('ArrowRight'))).toBe(false);
    expect(steps.key(press('End'))).toBe(false);
    expect(steps.key(press('x'))).toBe(false);
    const inList = press('PageUp');
    const list = document.createElement('ol');
    Object.defineProperty(inList, 'target', { value: list });
    expect(steps.key(inList)).toBe(false);
    const onBoard = (key: string) => {
      const pressed = press(key);
      const board = document.createElement('div');
      board.setAttribute('role', 'grid');
      Object.defineProperty(pressed, 'target', { value: board });
      return steps.key(pressed);
    };
    expect(onBoard('ArrowLeft')).toBe(false);
    expect(onBoard('PageUp')).toBe(true);
    await vi.waitFor(() => expect(steps.at).toBe(2));
    steps.back();
    expect(steps.key(press('ArrowLeft'))).toBe(true);
    await vi.waitFor(() => expect(steps.at).toBe(2));
    expect(steps.key(press('Home'))).toBe(true);
    await vi.waitFor(() => expect(steps.at).toBe(0));
    expect(steps.key(press('End'))).toBe(true);
    expect(steps.at).toBeNull();
  });
});
