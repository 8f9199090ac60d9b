import { getContext, setContext } from 'svelte';

import type { GameName, SideName } from '../api/types';
import { words } from '../words/index.svelte';
import { games } from './games.svelte';

const KEY = Symbol('game whose sides are named');

export const opposite = (side: SideName): SideName => (side === 'first' ? 'second' : 'first');

/** For the boards below, which show a game between others: sides are called "Black" or "sente", not "you" and "opponent". */
export function nameSides(game: GameName): void {
  nameSidesOf(() => game);
}

/** The same for a game that is known only later; `undefined` as long as it is none between others. */
export function nameSidesOf(game: () => GameName | undefined): void {
  setContext(KEY, game);
}

/** What a board calls the sides, as one word and as an owner. */
export function sideNames() {
  const named = getContext<(() => GameName | undefined) | undefined>(KEY);
  return {
    who(side: SideName, seat: SideName): string {
      const game = named?.();
      if (game !== undefined) return games.side(game, side);
      return side === seat ? words().table.you : words().table.opponent;
    },
    /** The name of a side in a game between others; `null` in one's own. */
    named(side: SideName): string | null {
      const game = named?.();
      return game === undefined ? null : games.side(game, side);
    },
    whose(side: SideName, seat: SideName): string {
      const { cell } = words();
      const game = named?.();
      if (game !== undefined) return cell.owned(games.side(game, side));
      return side === seat ? cell.mine : cell.theirs;
    },
  };
}
