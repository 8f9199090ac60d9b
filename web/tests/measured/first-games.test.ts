import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import { chance, play, setUpGhosts } from '../browser/hands';
import { Server } from '../browser/server';
import { launch, Visitor } from '../browser/visitor';

/** How many newcomers play one game each. */
const NEWCOMERS = Number(process.env['NEWCOMERS'] ?? 40);
const GAMES = (process.env['GAMES'] ?? 'othello,kalah,shogi,geister').split(',') as GameName[];
/** Moves of one's own after which nobody plays on; such a game counts as not won. */
const MOST = 400;
/** The least share of first games that somebody who plays at random should win. */
const LEAST = 0.3;

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

/** The 95% interval of a share (Wilson 1927). */
function interval(won: number, of: number): [number, number] {
  const z = 1.96;
  const [share, width] = [won / of, z * z];
  const middle = (share + width / (2 * of)) / (1 + width / of);
  const half = (z / (1 + width / of)) * Math.sqrt((share * (1 - share)) / of + width / (4 * of * of));
  return [middle - half, middle + half];
}

/** The first game of somebody new who takes what the title page offers and clicks at random. */
async function firstGame(game: GameName, newcomer: number): Promise<'won' | 'lost' | 'drew' | 'unfinished'> {
  const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
  const { page } = visitor;
  const seat = newcomer % 2 === 0 ? 'first' : 'second';
  await visitor.sitDown(game, seat, 'my-level');
  const pick = chance(1000 * GAMES.indexOf(game) + newcomer);
  if (game === 'geister') {
    const ghosts = [...Array(8).keys()];
    const reds = Array.from({ length: 4 }, () => ghosts.splice(pick(ghosts.length), 1)[0] ?? 0);
    await setUpGhosts(page, reds);
  }
  const standing = await play(page, MOST, pick);
  const found = standing === 'over' ? await page.locator('[data-testid=end] h2').getAttribute('class') : null;
  await visitor.leave();
  const result = found?.match(/won|lost|drew/)?.[0];
  return (result as 'won' | 'lost' | 'drew' | undefined) ?? 'unfinished';
}

it('a newcomer who plays at random wins the first game often enough, in every game', async () => {
  const counts = Object.fromEntries(GAMES.map((game) => [game, { won: 0, lost: 0, drew: 0, unfinished: 0 }]));
  // Game by game in turn, so that a run that is cut off has told as much of each.
  for (let newcomer = 0; newcomer < NEWCOMERS; newcomer++) {
    for (const game of GAMES) {
      const begun = performance.now();
      const result = await firstGame(game, newcomer);
      const count = counts[game];
      if (count !== undefined) count[result] += 1;
      console.log(`${newcomer} ${game} ${result} ${Math.round((performance.now() - begun) / 1000)} s`);
    }
  }
  for (const game of GAMES) {
    const won = counts[game]?.won ?? 0;
    const [low, high] = interval(won, NEWCOMERS).map((share) => `${Math.round(100 * share)}%`);
    console.log(`${game}: ${JSON.stringify(counts[game])}, won ${Math.round((100 * won) / NEWCOMERS)}% (${low} to ${high})`);
  }
  for (const game of GAMES) expect((counts[game]?.won ?? 0) / NEWCOMERS, game).toBeGreaterThanOrEqual(LEAST);
});
