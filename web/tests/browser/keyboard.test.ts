import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chance, playBy } from './hands';
import { choose, goTo, keyMove, tabTo } from './keys';
import { Server } from './server';
import { GAMES } from './sitting';
import { launch, Visitor } from './visitor';

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

/** More moves than any of the games has for one side when it is played at random against these opponents. */
const MOST = 300;

describe('the keyboard alone', () => {
  it.each(GAMES)('plays %s from the title page to the end, and opens the review', async (game) => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    const { page } = visitor;
    // No pointer from here on.
    await page.reload();
    await page.waitForSelector('input[name=level]');
    await choose(page, 'game', game);
    // Somebody who plays at random loses soon to a strong opponent of shogi, and hardly ever to a weak one.
    await choose(page, 'level', game === 'shogi' ? 'level-4' : 'level-2');
    await choose(page, 'seat', 'first');
    await tabTo(page, 'button[type=submit]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid]');
    if (game === 'geister') {
      await tabTo(page, '[role=grid] .cell');
      for (const index of [0, 3, 5, 6]) {
        await goTo(page, '[role=grid] .cell.movable', index);
        await page.keyboard.press('Enter');
      }
      await tabTo(page, 'aside .button.primary');
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-testid=status], [data-testid=end]');
    }
    const pick = chance(game.length);
    expect(await playBy(page, MOST, () => keyMove(page, pick))).toBe('over');
    await tabTo(page, '[data-testid=end] a[href$="/review"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-testid=at]', { timeout: 120_000 });
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
