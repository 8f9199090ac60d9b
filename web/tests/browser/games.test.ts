import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import type { Language } from '../../src/lib/settings.svelte';
import { chance, play, resign, setUpGhosts } from './hands';
import { Server } from './server';
import { launch, Visitor } from './visitor';

const pictures = process.env['GOKAKU_PICTURES'] ?? join(import.meta.dirname, '../../../target/pictures');

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

/** Moves of the person's before they resign; the longest game of each is played to its natural end. */
const MOVES: Record<GameName, number> = { othello: 60, kalah: 60, shogi: 6, geister: 12 };

const manners = (['ja', 'en'] as const).flatMap((language) => [1280, 390].map((width) => ({ language, width })));
const games: GameName[] = ['othello', 'kalah', 'shogi', 'geister'];

async function toTheReview(game: GameName, language: Language, width: number, most: number, seat: 'first' | 'second'): Promise<void> {
  const visitor = await Visitor.arrive(browser, server.address, { language, width });
  const { page } = visitor;
  const picture = (name: string) => page.screenshot({ path: join(pictures, `${name}-${language}-${width}.png`) });
  const looked = async (name: string) => {
    expect(await visitor.violations(), name).toEqual([]);
    expect(await visitor.overflows(), `${name} is wider than the window`).toBe(false);
    await picture(name);
  };

  if (game === 'othello') await looked('title');
  await visitor.sitDown(game, seat);
  if (game === 'geister') {
    await looked('geister-setup');
    await setUpGhosts(page, [0, 3, 5, 6]);
  }
  const pick = chance(width + language.length);
  const early = Math.min(4, most);
  let standing = await play(page, early, pick);
  if (standing === 'mine') await looked(`${game}-playing`);
  standing = standing === 'over' ? standing : await play(page, most - early, pick);
  if (standing === 'mine') await resign(page);

  await page.waitForSelector('[data-testid=end]');
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await page.waitForTimeout(300); // for the curve, which is drawn when its script has come
  await looked(`${game}-end`);

  await page.getByRole('link', { name: language === 'ja' ? '振り返る' : 'Review' }).click();
  await page.waitForSelector('[data-testid=at]', { timeout: 60_000 });
  const said = () => page.locator('[data-testid=at]').innerText();
  const all = Number((await said()).match(/\d+/g)?.[1]);
  expect(all).toBeGreaterThan(0);
  await page.keyboard.press('End');
  expect(await said()).toMatch(new RegExp(`^\\D*${all}\\b`));
  await page.keyboard.press('ArrowLeft');
  expect(await said()).toMatch(new RegExp(`^\\D*${all - 1}\\b`));
  await page.getByRole('button', { name: language === 'ja' ? '最初の局面' : 'First position' }).click();
  await page.getByRole('button', { name: language === 'ja' ? '一手進む' : 'On one move' }).click();

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

describe.each(manners)('in $language at $width', ({ language, width }) => {
  it.each(games)('a game of %s, to its end and through its review', async (game) => {
    await toTheReview(game, language, width, MOVES[game], width === 1280 ? 'first' : 'second');
  });
});

describe('whole games of the long ones', () => {
  it.each(['shogi', 'geister'] as const)('%s, to its natural end', async (game) => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'ja', width: 1280 });
    await visitor.sitDown(game, 'first');
    if (game === 'geister') await setUpGhosts(visitor.page, [0, 1, 6, 7]);
    expect(await play(visitor.page, 400, chance(7))).toBe('over');
    expect(await visitor.page.locator('[data-testid=end]').innerText()).not.toMatch(/投了/);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
