import type { BoardChange } from '../api/types';

/** How long each motion takes, in milliseconds: long enough to see what happened, too short to wait for. */
export const DROP = 120;
export const FLIP = 240;
export const FLIP_APART = 40;
export const SEED = 90;
export const SLIDE = 180;
/** A captured handful goes to the store in one sweep, as long as two seeds. */
export const SWEEP = 2 * SEED;

/** How long a step takes to be shown at normal speed. */
export function duration(step: BoardChange | null): number {
  switch (step?.kind) {
    case 'othello':
      return DROP + FLIP + FLIP_APART * Math.max(0, step.flipped.length - 1);
    case 'kalah':
      return SEED * (step.path.length + 1) + (step.captured === null ? 0 : SWEEP);
    case 'slide':
      return SLIDE;
    default:
      return 0;
  }
}

/** When a disc begins to turn: after the drop, farther ones later. Undefined for a disc that does not. */
export function flipDelay(step: BoardChange | null, place: string): number | undefined {
  if (step?.kind !== 'othello') return undefined;
  const group = step.flipped.findIndex((places) => places.includes(place));
  return group < 0 ? undefined : DROP + FLIP_APART * group;
}

/** The places that the last move's dot stands on. */
export function lastPlaces(step: BoardChange | null): string[] {
  switch (step?.kind) {
    case 'othello':
      return [step.placed];
    case 'kalah':
      return [step.path[step.path.length - 1] ?? step.from];
    case 'slide':
      return [step.to];
    default:
      return [];
  }
}

/** The place that the last move came from; null for one that put something down. */
export function lastOrigin(step: BoardChange | null): string | null {
  return step?.kind === 'slide' || step?.kind === 'kalah' ? step.from : null;
}

/** A pause that can be ended early. */
export class Pause {
  #end: (() => void) | null = null;

  wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
