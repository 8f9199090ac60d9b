import type { Move, Place } from '../api/types';

/** What has been picked so far of a move: a place to go from, or moves that differ only in promotion. */
export interface Picked {
  from: Place | null;
  between: Move[];
}

export const NOTHING: Picked = { from: null, between: [] };

/** Where a move begins for the hand that makes it. */
export const origin = (move: Move): Place => move.from ?? move.to;

/** Places one may pick first. */
export function origins(legal: Move[]): Set<Place> {
  return new Set(legal.map(origin));
}

/** Places one may go to from `from`. */
export function targets(legal: Move[], from: Place | null): Set<Place> {
  return new Set(legal.filter((move) => move.from !== null && move.from === from).map((move) => move.to));
}

/** Picking `place` after `picked`: what is picked now, and the move that this makes, if it makes one. */
export function pick(picked: Picked, place: Place, legal: Move[]): { picked: Picked; move: Move | null } {
  if (picked.from !== null) {
    const there = legal.filter((move) => move.from === picked.from && move.to === place);
    if (there.length === 1) return { picked: NOTHING, move: there[0] ?? null };
    if (there.length > 1) return { picked: { from: picked.from, between: there }, move: null };
    if (place === picked.from) return { picked: NOTHING, move: null };
  }
  const starts = legal.some((move) => move.from === place);
  return { picked: starts ? { from: place, between: [] } : NOTHING, move: null };
}
