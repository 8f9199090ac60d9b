import type { Attachment } from 'svelte/attachments';

import type { Place } from '../api/types';

/** A piece that is being dragged: where it was, where the pointer is as a share of the board's width and height, and over which place. */
export interface Drag {
  from: Place;
  x: number;
  y: number;
  over: Place | null;
}

export interface Dragging {
  /** Whether there is something to take at this place now. */
  canTake(place: Place): boolean;
  /** What is being dragged, at first and whenever it moves; null when it is let go. */
  ondrag(drag: Drag | null): void;
  /** It is let go over an element of the page. */
  ondrop(from: Place, over: Element | null): void;
}

/** How far a pointer goes before it drags, in pixels: a trembling click is still a click. */
const SLACK = 6;

const refuse = (event: Event) => event.preventDefault();

/** A place to drag from that is not on the board: a disc beside the player's name. */
export const SUPPLY = 'supply';

export const placeOf = (element: Element | null): Place | null =>
  element?.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? null;

/**
 * Drag and drop for the board below: with a mouse, a pen or a finger. What can be dragged has `data-place`, and `touch-action: none`
 * so that a finger does not scroll the page; clicks stay what they are.
 */
export function draggable(by: () => Dragging): Attachment<HTMLElement> {
  return (root) => {
    let stop: (() => void) | null = null;

    function down(event: PointerEvent) {
      const element = event.target instanceof Element ? event.target : null;
      if (event.button !== 0 || !event.isPrimary || stop !== null || element === null) return;
      const isSupply = element.closest('[data-supply]') !== null;
      const from = isSupply ? SUPPLY : placeOf(element);
      if (from === null || !(isSupply || root.contains(element)) || !by().canTake(from)) return;
      const board = root.querySelector('.board') ?? root;
      const [startX, startY] = [event.clientX, event.clientY];
      let isDragged = false;

      const under = (at: PointerEvent) => document.elementFromPoint(at.clientX, at.clientY);
      function move(at: PointerEvent) {
        if (at.pointerId !== event.pointerId) return;
        if (!isDragged && Math.hypot(at.clientX - startX, at.clientY - startY) < SLACK) return;
        // What could be taken when the button went down may be gone by now.
        if (!isDragged && !by().canTake(from ?? '')) return end();
        isDragged = true;
        const { left, top, width, height } = board.getBoundingClientRect();
        by().ondrag({ from: from ?? '', x: (at.clientX - left) / width, y: (at.clientY - top) / height, over: placeOf(under(at)) });
      }
      function up(at: PointerEvent) {
        if (at.pointerId !== event.pointerId) return;
        const wasDragged = isDragged;
        const over = under(at);
        end();
        if (!wasDragged) return;
        // The browser makes a click of it where both ends are on one element; this was none.
        const swallow = (click: MouseEvent) => click.stopPropagation();
        window.addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
        by().ondrop(from ?? '', over);
      }
      function key(pressed: KeyboardEvent) {
        if (pressed.key === 'Escape') end();
      }
      function end() {
        stop?.();
        if (isDragged) by().ondrag(null);
      }
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', end);
      window.addEventListener('keydown', key);
      // Neither text is selected on the way nor something of the page dragged by the browser, which would end ours.
      window.addEventListener('selectstart', refuse);
      window.addEventListener('dragstart', refuse);
      stop = () => {
        stop = null;
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', end);
        window.removeEventListener('keydown', key);
        window.removeEventListener('selectstart', refuse);
        window.removeEventListener('dragstart', refuse);
      };
    }

    document.addEventListener('pointerdown', down);
    return () => {
      stop?.();
      document.removeEventListener('pointerdown', down);
    };
  };
}
