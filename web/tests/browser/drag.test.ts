import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import { plies, settled, setUpGhosts } from './hands';
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

async function middle(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox();
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

/** Drags one move; says how many plies there were before. */
async function dragMove(page: Page, game: GameName, pointer: Pointer): Promise<number> {
  expect(await settled(page)).toBe('mine');
  const before = await plies(page);
  const from = await middle(page, HANDLE[game]);
  await pointer.down(from);
  await pointer.move({ x: from.x + 9, y: from.y - 9 });
  if (game !== 'kalah') await page.waitForFunction(() => document.querySelector('.pieces.lifting') !== null);
  const to = game === 'kalah' ? await middle(page, '.cell:not(.target)') : await middle(page, '.cell.target');
  await pointer.move(to);
  if (game !== 'kalah') await page.waitForFunction(() => document.querySelector('.cell.aimed.target') !== null);
  await pointer.up();
  await page.waitForFunction((known) => document.querySelectorAll('aside ol > li').length > known, before);
  return before;
}

describe.each([['a mouse', 1280], ['a finger', 390]] as const)('with %s', (_name, width) => {
  it.each(['othello', 'kalah', 'shogi', 'geister'] as const)('%s is played by dragging', async (game) => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width, speed: 'off' });
    const { page } = visitor;
    page.setDefaultTimeout(20_000);
    await visitor.sitDown(game, 'first', 'level-1');
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

    for (let moves = 0; moves < 3; moves++) await dragMove(page, game, pointer);
    await settled(page);
    expect(await lifted(page)).toBe(0);
    // The last move is marked at both ends, where it has two.
    expect(await page.locator('circle.last').count()).toBe(1);
    expect(await page.locator('circle.origin').count()).toBe(game === 'othello' ? 0 : 1);
    expect(await page.evaluate(() => window.scrollX)).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
