import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Catalogue, GameName, Level } from '../../src/api/types';
import type { Language } from '../../src/lib/settings.svelte';
import { chance, clickMove, plies, settled, setUpGhosts } from './hands';
import { Server } from './server';
import { launch, Visitor } from './visitor';

const pictures = process.env['GOKAKU_PICTURES'] ?? join(import.meta.dirname, '../../../target/pictures');

/** The players of the five documents. The server lists them with their opponents; here stands who must not be missing. */
const PLAYERS: Record<GameName, string[]> = {
  othello: ['ladder', 'balance', 'three-term', 'weak'],
  kalah: [
    'select-q-n3m3', 'select-q-n4m2', 'select-q', 'max-q-n3m3', 'max-q-n4m2', 'min-q-n3m3', 'min-q-n4m2', 'minimax-n3m3', 'minimax-n4m2',
  ],
  shogi: ['balance', 'depth', 'noise', 'imitation'],
  geister: ['mc', 'mc-reading', 'pr', 'pm', 'pm-reading', 'ra'],
};
const GAMES = Object.keys(PLAYERS) as GameName[];

/** Houses a side where a player brings its own board. */
const houses = (level: string) => (/-n(\d)m\d$/.exec(level)?.[1] ?? 6) as number;

let server: Server;
let browser: Browser;
let levels: Record<GameName, Level[]>;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  [server, browser] = await Promise.all([Server.start(), launch()]);
  const { games } = (await (await fetch(`${server.address}/api/v1/games`)).json()) as Catalogue;
  levels = Object.fromEntries(games.map((one) => [one.game, one.levels.filter((level) => level.source)])) as typeof levels;
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

describe('the players of the documents', () => {
  it.each(GAMES)('are all there in %s, each with a sentence and a source in both languages', (game) => {
    expect(levels[game].map((level) => level.id)).toEqual(PLAYERS[game].map((player) => `research-${player}`));
    for (const { name, about, source } of levels[game]) {
      for (const text of [name, about, source!]) expect(text.en !== '' && text.ja !== '').toBe(true);
      expect(source?.en).toMatch(/ 20\d\d$/);
    }
  });

  describe.each(['en', 'ja'] as Language[])('in %s', (language) => {
    it.each(GAMES)('can be played from the title page in %s', { timeout: 300_000 }, async (game) => {
      const visitor = await Visitor.arrive(browser, server.address, { language, width: language === 'en' ? 1280 : 390, speed: 'off' });
      const { page } = visitor;
      for (const level of levels[game]) {
        await visitor.sitDown(game, 'first', level.id);
        if (game === 'geister') await setUpGhosts(page, [0, 3, 5, 6]);
        expect(await page.locator('aside').innerText()).toContain(level.name[language]);
        if (game === 'kalah') expect(await page.locator('.cell').count(), level.id).toBe(2 * houses(level.id));
        // An extra turn in Kalah is not an answer yet.
        const pick = chance(level.id.length);
        const answered = () => page.locator('aside ol > li').filter({ hasText: language === 'ja' ? '相手' : 'Opponent' }).count();
        for (let moves = 0; moves < 10 && (await answered()) === 0; moves++) {
          const known = await plies(page);
          await clickMove(page, pick);
          await page.waitForFunction((known) => document.querySelectorAll('aside ol > li').length > known, known);
          expect(await settled(page), level.id).toBe('mine');
        }
        expect(await answered(), `${level.id} answers`).toBeGreaterThan(0);
        await page.goto(server.address);
        await page.waitForSelector('details.research[open]');
      }
      expect(await visitor.violations()).toEqual([]);
      expect(await visitor.overflows()).toBe(false);
      await page.locator('details.research').scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(pictures, `research-${game}-${language}.png`), fullPage: true });
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    });
  });
});
