import * as api from '../api/client';
import type { CatalogueGame, GameName, Level, SideName, Text } from '../api/types';
import { said } from '../words/index.svelte';

/** Where the last answer is kept, so that the next visit need not wait for one. The number grows when answers change their form. */
const KEY = 'gokaku.games.3';

function lastAnswer(): CatalogueGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as CatalogueGame[]) : [];
  } catch {
    return [];
  }
}

/** The games as the server describes them: the page has no list of its own. */
class Games {
  all = $state.raw<CatalogueGame[]>(lastAnswer());
  #loading: Promise<void> | null = null;

  /** Asks the server once; a failed request is made again the next time. */
  load(): Promise<void> {
    this.#loading ??= api.catalogue().then(
      ({ games }) => {
        this.all = games;
        try {
          localStorage.setItem(KEY, JSON.stringify(games));
        } catch {
          // Without storage the next visit waits for the server.
        }
      },
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }

  /** What a game is called; empty until the server has said it. */
  name(game: GameName): string {
    const found = this.#find(game);
    return found ? said(found.name) : '';
  }

  /** What a side of a game is called: Black, sente, the first player. */
  side(game: GameName, side: SideName): string {
    const found = this.#find(game);
    return found ? said(found.sides[side === 'first' ? 0 : 1]) : '';
  }

  /** What wins and what loses in a game. */
  goals(game: GameName): Text[] {
    return this.#find(game)?.goals ?? [];
  }

  /** The level that this opponent plays at. */
  level(game: GameName, opponent: string): Level | undefined {
    return this.#find(game)?.levels.find((level) => level.opponent === opponent);
  }

  #find(game: GameName): CatalogueGame | undefined {
    // Whoever shows a name does not want to know when it was loaded; the next page tries again.
    if (this.all.length === 0) this.load().catch(() => undefined);
    return this.all.find((one) => one.game === game);
  }
}

export const games = new Games();
