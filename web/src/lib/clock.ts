import type { Clock, SideName } from '../api/types';

/**
 * What a side has left, in milliseconds, when `since` have gone by since the server said so: of the game's time, and when that is
 * used up, for this move. Null without a clock.
 */
export function remaining(clock: Clock | null, side: SideName, since: number): number | null {
  if (clock === null) return null;
  const left = clock[side] - (clock.running === side ? Math.max(0, since) : 0);
  return left > 0 ? left : Math.max(0, left + clock.byoyomi * 1000);
}

export function clockSaid(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
