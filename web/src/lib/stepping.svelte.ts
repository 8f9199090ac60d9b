import * as api from '../api/client';
import type { BoardChange, Position, Table, TableLine } from '../api/types';

/** What is on the board while somebody looks back. */
export interface Earlier {
  position: Position;
  step: BoardChange | null;
}

/** Looking back in a game in progress. The game goes on meanwhile; whatever is new ends it. */
export class Stepping {
  /** How many plies have been played in what is shown; null at the present. */
  at = $state<number | null>(null);
  #line = $state.raw<TableLine | null>(null);
  #asked: number | null = null;

  constructor(private readonly table: () => Table | null) {}

  get shown(): Earlier | null {
    const position = this.at === null ? undefined : this.#line?.positions[this.at];
    return position === undefined ? null : { position, step: this.#line?.steps[(this.at ?? 0) - 1] ?? null };
  }

  back(): void {
    this.at = null;
  }

  /** One ply back or forth. */
  by(plies: 1 | -1): Promise<void> {
    const all = this.table()?.plies.length ?? 0;
    return this.go((this.at ?? all) + plies);
  }

  async go(ply: number): Promise<void> {
    const table = this.table();
    if (table === null || (table.phase !== 'playing' && table.phase !== 'over')) return;
    const all = table.plies.length;
    const wanted = Math.max(0, ply);
    if (wanted >= all) return this.back();
    if (this.#line?.version !== table.version) {
      if (this.#asked === table.version) return;
      this.#asked = table.version;
      const line = await api.tableLine(table.id).catch(() => null);
      this.#asked = null;
      // The game went on while the answer was on its way, or there was none: then the present stays.
      if (line === null || line.version !== this.table()?.version) return;
      this.#line = line;
    }
    this.at = wanted;
  }

  /** Does what a key means; says whether it means anything here. */
  key(event: KeyboardEvent): boolean {
    const isIn = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null;
    // Where something is typed, and in the list of moves, keys mean what they always do.
    if (isIn('input, select, textarea, ol')) return false;
    const isOnBoard = isIn('[role=grid]');
    const back = event.key === 'PageUp' || (event.key === 'ArrowLeft' && !isOnBoard);
    const forth = event.key === 'PageDown' || (event.key === 'ArrowRight' && !isOnBoard);
    if (back || (forth && this.at !== null)) void this.by(back ? -1 : 1);
    else if (event.key === 'Home' && !isOnBoard) void this.go(0);
    else if (event.key === 'End' && !isOnBoard && this.at !== null) this.back();
    else return false;
    return true;
  }
}
