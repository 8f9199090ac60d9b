import { getContext, setContext } from 'svelte';

import type { GameName, SideName } from '../api/types';
import { words } from '../words/index.svelte';
import { games } from './games.svelte';

const KEY = Symbol('game whose sides are named');

export const opposite = (side: SideName): SideName => (side === 'first' ? 'second' : 'first');

/** For the boards below, which show a game between others: sides are called "Black" or "sente", not "you" and "opponent". */
export function nameSides(game: GameName): void {
  setContext(KEY, game);
}

/** What a board calls the sides, as one word and as an owner. */
export function sideNames() {
  const game = getContext<GameName | undefined>(KEY);
  return {
    who(side: SideName, seat: SideName): string {
      if (game !== undefined) return games.side(game, side);
      return side === seat ? words().table.you : words().table.opponent;
    },
    whose(side: SideName, seat: SideName): string {
      const { cell } = words();
      if (game !== undefined) return cell.owned(games.side(game, side));
      return side === seat ? cell.mine : cell.theirs;
    },
  };
}
