import { getContext, setContext } from 'svelte';

import type { SideName } from '../api/types';
import { words } from '../words/index.svelte';

const KEY = Symbol('sides by name');

export const opposite = (side: SideName): SideName => (side === 'first' ? 'second' : 'first');

/** For the boards below: what is shown is a record of others, so that the sides are "first" and "second", not "you" and "opponent". */
export function nameSides(): void {
  setContext(KEY, true);
}

/** What a board calls the sides, as one word and as an owner. */
export function naming() {
  const isByName = getContext<boolean | undefined>(KEY) ?? false;
  return {
    who(side: SideName, seat: SideName): string {
      const w = words();
      if (isByName) return w.table[side];
      return side === seat ? w.table.you : w.table.opponent;
    },
    whose(side: SideName, seat: SideName): string {
      const w = words();
      if (isByName) return w.cell[side];
      return side === seat ? w.cell.mine : w.cell.theirs;
    },
  };
}
