import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import { chance, playBy, plies, settled, setUpGhosts } from './hands';
import { Server } from './server';
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

interface Point {
  x: number;
  y: number;
}

async function middle(page: Page, selector: string, index = 0): Promise<Point> {
  const box = await page.locator(selector).nth(index).boundingBox();
  if (box === null) throw new Error(`found nothing at ${selector}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a drag of this game begins and ends. The targets of a piece are only known when it has been picked up. */
const HANDLE: Record<GameName, string> = {
  othello: '[data-supply]',
  kalah: '.cell.target',
  shogi: '.cell.movable',
  geister: '.cell.movable',
};

/** More moves than any of the games has for one side when it is played at random against these opponents. */
const MOST = 300;

/** A pointer of either kind. */
interface Pointer {
  down(at: Point): Promise<void>;
  move(at: Point): Promise<void>;
  up(): Promise<void>;
}

const mouse = (page: Page): Pointer => ({
  down: async ({ x, y }) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
  },
  move: ({ x, y }) => page.mouse.move(x, y, { steps: 4 }),
  up: () => page.mouse.up(),
});

async function finger(page: Page): Promise<Pointer> {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  let last = { x: 0, y: 0 };
  return {
    down: async (at) => void (last = at, await send('touchStart', at)),
    move: async (at) => {
      for (let step = 1; step <= 4; step++) {
        await send('touchMove', { x: last.x + ((at.x - last.x) * step) / 4, y: last.y + ((at.y - last.y) * step) / 4 });
      }
      last = at;
    },
    up: async () => void (await send('touchEnd')),
  };
}

const lifted = (page: Page) => page.locator('.pieces.lifting').count();

/** Drags one move of those that `pick` may choose from. What cannot be dragged, a pass or an answer to a question, is clicked. */
async function dragMove(page: Page, game: GameName, pointer: Pointer, pick: (below: number) => number): Promise<void> {
  const count = (selector: string) => page.locator(selector).count();
  const handle = (await count(HANDLE[game])) > 0 ? HANDLE[game] : 'button.piece.movable';
  if ((await count('.cell.target, .cell.movable, button.piece.movable')) === 0) {
    return page.locator('p.decide button[data-move]').first().click();
  }
  // A ghost that may leave the board does.
  const leaver = await page.locator('button.exit').first().getAttribute('data-exit-of', { timeout: 1 }).catch(() => null);
  const from = leaver === null
    ? await middle(page, handle, game === 'othello' ? 0 : pick(await count(handle)))
    : await middle(page, `.cell[data-place="${leaver}"]`);
  await pointer.down(from);
  await pointer.move({ x: from.x + 9, y: from.y - 9 });
  if (game !== 'kalah') await page.waitForFunction(() => document.querySelector('.pieces.lifting') !== null);
  const where = game === 'kalah' ? '.cell:not(.target)' : leaver !== null ? 'button.exit' : '.cell.target';
  await pointer.move(await middle(page, where, leaver === null && game !== 'kalah' ? pick(await count(where)) : 0));
  if (game !== 'kalah' && leaver === null) await page.waitForFunction(() => document.querySelector('.cell.aimed.target') !== null);
  await pointer.up();
  if ((await count('.question')) > 0) await page.locator('.question button').first().click();
}

describe.each([['a mouse', 1280], ['a finger', 390]] as const)('with %s', (_name, width) => {
  it.each(['othello', 'kalah', 'shogi', 'geister'] as const)('%s is played by dragging', async (game) => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width, speed: 'off' });
    const { page } = visitor;
    page.setDefaultTimeout(20_000);
    // Somebody who plays at random loses soon to a strong opponent of shogi, and hardly ever to a weak one.
    await visitor.sitDown(game, 'first', game === 'shogi' ? 'level-4' : 'level-1');
    if (game === 'geister') await setUpGhosts(page, [0, 3, 5, 6]);
    await settled(page);
    await page.locator('[role=grid]').scrollIntoViewIfNeeded();
    const pointer = width === 1280 ? mouse(page) : await finger(page);

    // Let go where nothing may be put: everything is as it was.
    const from = await middle(page, HANDLE[game]);
    await pointer.down(from);
    await pointer.move({ x: from.x + 12, y: from.y + 3 });
    await pointer.move(from);
    await pointer.up();
    expect(await lifted(page)).toBe(0);
    expect(await plies(page)).toBe(0);
    expect(await page.locator('.cell.selected').count()).toBe(0);

    const pick = chance(game.length);
    expect(await playBy(page, 3, () => dragMove(page, game, pointer, pick))).toBe('mine');
    expect(await lifted(page)).toBe(0);
    // The last move is marked at both ends, where it has two.
    expect(await page.locator('circle.last').count()).toBe(1);
    expect(await page.locator('circle.origin').count()).toBe(game === 'othello' ? 0 : 1);
    expect(await page.evaluate(() => window.scrollX)).toBe(0);
    if (width === 1280) expect(await playBy(page, MOST, () => dragMove(page, game, pointer, pick))).toBe('over');
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
