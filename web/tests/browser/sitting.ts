import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import type { Language } from '../../src/lib/settings.svelte';
import { chance, play, resign, setUpGhosts } from './hands';
import { Server } from './server';
import { launch, Visitor } from './visitor';

const pictures = process.env['GOKAKU_PICTURES'] ?? join(import.meta.dirname, '../../../target/pictures');
const openapi = JSON.parse(readFileSync(join(import.meta.dirname, '../../../crates/server/openapi.json'), 'utf8'));
export const GAMES: GameName[] = openapi.components.schemas.GameKind.enum;

/** How many moves are played before resigning. */
const FEW = 6;

/** More moves than any of the games has for one side when it is played like this. */
const TO_THE_END = 300;

/** From the title page through a game, its end and its review, looking at each with axe and a camera. */
async function sit(browser: Browser, address: string, game: GameName, language: Language, width: number, most: number): Promise<void> {
  // Each language and each width is looked at in the light and in the dark.
  const theme = (language === 'en') === (width === 1280) ? 'light' : 'dark';
  const visitor = await Visitor.arrive(browser, address, { language, width, theme });
  const { page } = visitor;
  const picture = (name: string) => page.screenshot({ path: join(pictures, `${name}-${language}-${width}.png`) });
  const looked = async (name: string) => {
    expect(await visitor.violations(), name).toEqual([]);
    expect(await visitor.overflows(), `${name} is wider than the window`).toBe(false);
    await page.evaluate(() => window.scrollTo(0, 0));
    await picture(name);
  };

  if (game === 'othello') await looked('title');
  // One width plays first and the other second: the second player's board is turned.
  // Against somebody who plays at random in shogi, the adaptive opponent may take hundreds of moves: a stronger one ends the game.
  const catalogue = await (await fetch(`${address}/api/v1/games`)).json();
  const levels: { id: string }[] = catalogue.games.find((one: { game: GameName }) => one.game === game).levels;
  const level = game === 'shogi' && most === TO_THE_END ? 'level-4' : levels[0]!.id;
  await visitor.sitDown(game, width === 1280 ? 'first' : 'second', level);
  if (game === 'geister') {
    await looked('geister-setup');
    await setUpGhosts(page, [0, 3, 5, 6]);
  }
  const pick = chance(width + language.length);
  // A king that walks into the open ends a game of shogi soon.
  const prefer = game === 'shogi' && most === TO_THE_END ? (language === 'ja' ? '玉' : 'king') : undefined;
  const early = Math.min(4, most);
  let standing = await play(page, early, pick, prefer);
  if (standing === 'mine') await looked(`${game}-playing`);
  standing = standing === 'over' ? standing : await play(page, most - early, pick, prefer);
  if (most === TO_THE_END) expect(standing).toBe('over');
  if (standing === 'mine') await resign(page);

  await page.waitForSelector('[data-testid=end]');
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await page.waitForTimeout(300); // for the curve, which is drawn when its script has come
  await looked(`${game}-end`);

  await page.getByRole('link', { name: language === 'ja' ? '検討' : 'Review' }).click();
  await page.waitForSelector('[data-testid=at]', { timeout: 60_000 });
  const said = () => page.locator('[data-testid=at]').innerText();
  const all = Number((await said()).match(/\d+/g)?.[1]);
  expect(all).toBeGreaterThan(0);
  await page.keyboard.press('End');
  expect(await said()).toMatch(new RegExp(`^\\D*${all}\\b`));
  await page.keyboard.press('ArrowLeft');
  expect(await said()).toMatch(new RegExp(`^\\D*${all - 1}\\b`));
  await page.getByRole('button', { name: language === 'ja' ? '開始局面' : 'First position' }).click();
  await page.getByRole('button', { name: language === 'ja' ? '1手進む' : 'Next move' }).click();

  // What if: a move that was not played, and back.
  await page.waitForSelector('.cell.target, .cell.movable');
  if ((await page.locator('.cell.target').count()) === 0) await page.locator('.cell.movable').first().click();
  await page.locator('.cell.target').last().click();
  const back = page.getByRole('button', { name: language === 'ja' ? '本譜に戻る' : 'Back to the game' });
  await back.waitFor();
  await back.click();

  await page.waitForSelector('.graph canvas');
  await looked(`${game}-review`);
  const download = page.waitForEvent('download');
  await page.locator('a[download]').first().click();
  expect(await (await download).failure()).toBeNull();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
}

/** The tests of one language at one width; the games of `toTheEnd` are not resigned after a few moves. */
export function sittings(language: Language, width: number, toTheEnd: GameName[] = []): void {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    [server, browser] = await Promise.all([Server.start(), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.end();
  });
  describe(`in ${language} at ${width}`, () => {
    it.each(GAMES)('a game of %s, to its end and through its review', async (game) => {
      await sit(browser, server.address, game, language, width, toTheEnd.includes(game) ? TO_THE_END : FEW);
    });
  });
}
