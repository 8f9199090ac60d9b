import type { Clock, SideName } from '../api/types';

/** What a side has left, in milliseconds, when `since` have gone by since the server said so. Null without a clock. */
export function remaining(clock: Clock | null, side: SideName, since: number): number | null {
  if (clock === null) return null;
  const said = clock[side];
  return Math.max(0, clock.running === side ? said - Math.max(0, since) : said);
}

export function clockSaid(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
