import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import GameBoard from '../../src/boards/GameBoard.svelte';
import { PICTURES } from '../pictures';
import type { BoardProps } from '../../src/boards/props';
import { settings } from '../../src/lib/settings.svelte';
import { move, othelloStart } from '../fixtures';

let board: object | null = null;
beforeEach(() => {
  settings.values.language = 'en';
  settings.values.speed = 'off';
});
afterEach(() => {
  if (board !== null) void unmount(board);
  board = null;
});

function show(props: BoardProps) {
  board = mount(GameBoard, { target: document.body, props });
  flushSync();
}
const cell = (place: string) => document.querySelector<HTMLElement>(`.cell[data-place="${place}"]`);
const click = (element: HTMLElement | null) => {
  element?.click();
  flushSync();
};

describe('boards', () => {
  it('offer the moves they are given, with a word for each square', () => {
    const onmove = vi.fn();
    const legal = [move(null, 'd3')];
    show({ position: othelloStart, seat: 'first', legal, onmove });
    expect(document.querySelectorAll('[role=gridcell]')).toHaveLength(64);
    expect(document.querySelectorAll('.target')).toHaveLength(1);
    expect(cell('d3')?.getAttribute('aria-label')).toBe('d3, empty, legal move');
    expect(cell('e4')?.getAttribute('aria-label')).toBe('e4, Black');
    click(cell('a1'));
    expect(onmove).not.toHaveBeenCalled();
    click(cell('d3'));
    expect(onmove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });

  it('have one stop for the tab key', () => {
    show({ position: PICTURES.shogi, seat: 'second', legal: [move('3c', '3d')] });
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
    expect(cell('3c')?.tabIndex).toBe(0);
  });

  it('show a disc that is on its way once', () => {
    show({ position: othelloStart, seat: 'first', legal: [move(null, 'd3')], pending: move(null, 'd3') });
    expect(document.querySelectorAll('.face')).toHaveLength(5);
    expect(document.querySelectorAll('.target')).toHaveLength(0);
  });

  it('draw every piece without a font, traditional and western, and name it on hover', () => {
    const kinds = [...'PLNSGBRK'];
    const pieces = kinds.flatMap((piece, index) => [
      { place: `${index + 1}i`, side: 'first' as const, piece, promoted: false },
      { place: `${index + 1}a`, side: 'second' as const, piece, promoted: !'GK'.includes(piece) },
    ]);
    show({ position: { kind: 'shogi', pieces, hands: [{}, {}], check: false }, seat: 'first' });
    const faces = () => [...document.querySelectorAll('.pieces .face')].map((face) => face.getAttribute('d'));
    const kanji = faces();
    expect(document.querySelectorAll('.pieces text')).toHaveLength(0);
    expect(new Set(kanji).size).toBe(14); // gold and king do not promote
    settings.values.pieces = 'western';
    flushSync();
    const western = faces();
    settings.values.pieces = 'kanji';
    expect(western).toHaveLength(16 + 6); // promoted ones have a star
    for (const shape of [...kanji, ...western]) expect(shape).toMatch(/^[Mm]/);
    expect(cell('1a')?.title).toBe('promoted pawn');
    expect(cell('5e')?.title).toBe('');
  });

  it('ask for promotion on the board, and take Escape for no answer', () => {
    const onmove = vi.fn();
    const legal = [move('8h', '2b'), move('8h', '2b', true)];
    show({ position: PICTURES.shogi, seat: 'first', legal, onmove });
    click(cell('8h'));
    click(cell('2b'));
    const answers = document.querySelectorAll<HTMLElement>('.question button');
    expect([...answers].map((answer) => answer.querySelector('span')?.textContent)).toEqual(['Promote', 'Don’t promote']);
    answers[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    flushSync();
    expect(document.querySelector('.question')).toBeNull();
    click(cell('8h'));
    click(cell('2b'));
    click(document.querySelector('.question button'));
    expect(onmove).toHaveBeenCalledExactlyOnceWith(legal[1]);
  });

  it('drop from the hand', () => {
    const onmove = vi.fn();
    const position = { ...PICTURES.shogi, hands: [{ P: 2 }, { B: 1 }] } as BoardProps['position'];
    const legal = [move('first-P', '5e')];
    show({ position, seat: 'first', legal, onmove });
    const hand = document.querySelectorAll<HTMLElement>('button.piece');
    expect([...hand].map((piece) => piece.getAttribute('aria-label'))).toEqual(['pawn 2']);
    click(hand[0] ?? null);
    click(cell('5e'));
    expect(onmove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });

  it('show no colour of ghosts that are unknown, and let one leave', () => {
    const onmove = vi.fn();
    const legal = [move('a6', 'exit-left')];
    show({ position: PICTURES.geister, seat: 'first', legal, onmove });
    expect(cell('b6')?.getAttribute('aria-label')).toBe('b6, opponent’s ghost of unknown colour');
    expect(document.querySelectorAll('g.unknown')).toHaveLength(8);
    expect(document.querySelectorAll('g.unknown .mark')).toHaveLength(0);
    click(document.querySelector('button.exit'));
    expect(onmove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });

  it('count seeds, and sow a house of one’s own', () => {
    const onmove = vi.fn();
    const legal = [move('second-1', 'second-1')];
    show({ position: PICTURES.kalah, seat: 'second', legal, onmove });
    expect(cell('second-1')?.getAttribute('aria-label')).toBe('your house 2, 5 seeds, legal move');
    expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('your store, 1 seed');
    click(cell('first-0'));
    click(cell('second-1'));
    expect(onmove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });

  it('are silent as pictures', () => {
    show({ position: PICTURES.geister, seat: 'first', isPicture: true });
    expect(document.querySelectorAll('[role=grid], button')).toHaveLength(0);
    expect(document.querySelector('[aria-hidden=true]')).not.toBeNull();
  });
});
