import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import type { Language } from '../../src/lib/settings.svelte';
import { chance, play, resign, setUpGhosts, settled } from './hands';
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

/** Axe and a camera. */
async function looked(visitor: Visitor, name: string): Promise<void> {
  expect(await visitor.violations(), name).toEqual([]);
  expect(await visitor.overflows(), `${name} is wider than the window`).toBe(false);
  const { width } = visitor.page.viewportSize() ?? { width: 0 };
  await visitor.page.screenshot({ path: join(pictures, `${name}-${width}.png`) });
}

/** A few moves at random, giving up, and the review when it is made. */
async function reviewed(visitor: Visitor, game: GameName, level: string, moves: number): Promise<string> {
  const { page } = visitor;
  const path = await visitor.sitDown(game, 'first', level);
  if (game === 'geister') await setUpGhosts(page, [0, 3, 5, 6]);
  if ((await play(page, moves, chance(3))) === 'mine') await resign(page);
  await page.goto(`${visitor.address}${path}/review`);
  await page.waitForSelector('[data-testid=at]', { timeout: 120_000 });
  await page.waitForSelector('.graph canvas');
  return path;
}

/** The first of the player's own mistakes in the list, clicked. */
async function firstMistake(page: Page): Promise<void> {
  await page.locator('.both > div').first().locator('button').first().click();
  await page.waitForSelector('[data-testid=arrow]');
}

async function visitorOf(language: Language, width: number): Promise<Visitor> {
  return Visitor.arrive(browser, server.address, { language, width, speed: 'off' });
}

describe('a review', () => {
  it.each([
    ['othello', 'level-4', 'en', 1280],
    ['kalah', 'level-5', 'ja', 390],
    ['shogi', 'level-3', 'ja', 1280],
    ['geister', 'level-4', 'en', 390],
  ] as const)('of %s shows the better move and why', async (game, level, language, width) => {
    const visitor = await visitorOf(language, width);
    const { page } = visitor;
    // Moves at random lose little in the openings of shogi and Geister.
    await reviewed(visitor, game, level, game === 'shogi' || game === 'geister' ? 30 : 9);
    await firstMistake(page);
    // What could be tried is not marked.
    await page.waitForSelector('.cell.target, .cell.movable');
    const isMarked = (cells: Element[]) => cells.some((cell) => getComputedStyle(cell, '::before').display !== 'none');
    expect(await page.locator('.quiet .cell.movable').evaluateAll(isMarked)).toBe(false);
    const said = await page.locator('[data-testid=mistake]').innerText();
    expect(said).toMatch(/\d+% → \d+%/);
    expect(said.split('\n').length).toBeGreaterThan(2);
    await looked(visitor, `${game}-oversight-${language}`);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

describe('one’s own mistakes', () => {
  it('come back as exercises, and are solved by clicks', async () => {
    const visitor = await visitorOf('en', 1280);
    const { page } = visitor;
    await reviewed(visitor, 'othello', 'level-4', 14);
    await firstMistake(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForSelector('[data-testid=verdict]');
    await page.getByRole('button', { name: 'Back to the review' }).click();
    await page.waitForSelector('[data-testid=at]');

    await page.goto(`${server.address}/exercises`);
    const due = async () => Number((await page.locator('[data-testid=due]').innerText()).match(/\d+/)?.[0]);
    await page.waitForSelector('[data-testid=due]');
    const before = await due();
    await looked(visitor, 'exercise-en');
    // Clicks moves until one is good; whoever is told the answer plays that.
    for (let place = 0; ; place++) {
      await page.waitForSelector('.cell.target');
      await page.locator('.cell.target').nth(place).click();
      await page.waitForFunction(() => !document.querySelector('[data-testid=verdict]')?.textContent?.includes('Find a better move'));
      if ((await page.getByRole('button', { name: 'Next exercise' }).count()) > 0) break;
      expect(await page.locator('[data-testid=verdict]').innerText()).toMatch(/Not yet/);
      await page.getByRole('button', { name: 'Show the answer' }).click();
      const move = (await page.getByText(/The best move is/).innerText()).match(/is (\S+)\./)?.[1] ?? '';
      await page.waitForSelector('[data-testid=arrow]');
      await looked(visitor, 'exercise-answer-en');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator(`.cell.target[data-place="${move}"]`).click();
      await page.locator('[data-testid=verdict]', { hasText: 'That is the best move.' }).waitFor();
      break;
    }
    expect(await page.getByText(/Comes again tomorrow/).count()).toBe(1);
    await page.getByRole('button', { name: 'Next exercise' }).click();
    await page.reload();
    if (before > 1) {
      await page.waitForSelector('[data-testid=due]');
      expect(await due()).toBe(before - 1);
    } else await page.getByText('Done for now.').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

describe('one’s own strength', () => {
  it.each([['en', 1280], ['ja', 390]] as const)('has a line for games against My level, in %s at %i', async (language, width) => {
    const visitor = await visitorOf(language, width);
    const { page } = visitor;
    await visitor.sitDown('othello');
    if ((await play(page, 5, chance(1))) === 'mine') await resign(page);
    await page.goto(`${server.address}/strength`);
    await page.waitForSelector('section[data-game=othello] .graph canvas');
    const said = await page.locator('section[data-game=othello]').innerText();
    expect(said).toMatch(/Elo/);
    expect(said).toContain(language === 'ja' ? '自分に合わせる' : 'My level');
    expect(said).not.toContain('gokaku');
    await looked(visitor, `strength-${language}`);
    await page.goto(`${server.address}/history`);
    await page.waitForSelector('.result');
    expect(await page.locator('main').innerText()).not.toContain('gokaku');
    await looked(visitor, `history-${language}`);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

describe('a shared game', () => {
  it('opens in a fresh browser, also while it is in progress', async () => {
    const visitor = await visitorOf('en', 1280);
    const { page } = visitor;
    const path = await reviewed(visitor, 'geister', 'level-2', 4);
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByLabel('Link to the game').inputValue();
    expect(new URL(link).pathname).toMatch(/^\/g\/[a-z2-7]{20}$/);
    const picture = page.locator('img[alt*="Geister"]');
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1200);
    await picture.screenshot({ path: join(pictures, 'card-en.png') });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save picture' }).click();
    expect((await download).suggestedFilename()).toBe('gokaku-geister.png');

    const fresh = await visitorOf('ja', 390);
    await fresh.page.goto(link);
    await fresh.page.waitForSelector('[data-testid=outcome]');
    await fresh.page.keyboard.press('Home');
    expect(await fresh.page.locator('[data-testid=at]').innerText()).toMatch(/^0/);
    await looked(fresh, 'shared-ja');
    // The link opens nothing else.
    const table = `/api/v1/tables/${path.split('/')[2]}`;
    expect(await fresh.page.evaluate(async (address) => (await fetch(address)).status, table)).toBe(404);
    await fresh.leave();

    // In progress: no colour that is hidden from a seat.
    const going = await visitor.tab('/');
    await going.sitDown('geister', 'first', 'level-2');
    await setUpGhosts(going.page, [0, 1, 2, 3]);
    await settled(going.page);
    const id = new URL(going.page.url()).pathname.split('/')[2] ?? '';
    const made = await going.page.evaluate(async (table) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`/api/v1/tables/${table}/share`, { method: 'POST', headers, body: '{}' })).json();
    }, id);
    const watcher = await visitorOf('en', 1280);
    await watcher.page.goto(`${server.address}/g/${made.id}`);
    await watcher.page.waitForSelector('[data-testid=outcome]');
    expect(await watcher.page.locator('[data-testid=outcome]').innerText()).toBe('In progress');
    const bytes = (await watcher.everything()).filter((body) => body.includes('"positions"'));
    expect(bytes.length).toBeGreaterThan(0);
    for (const body of bytes) expect(body).not.toMatch(/"colour":"(red|blue)"/);
    await watcher.leave();
    await visitor.leave();
  });
});

describe('one’s own data', () => {
  it('moves to another browser by a code, and can be deleted', async () => {
    const [one, two] = [await visitorOf('en', 1280), await visitorOf('ja', 390)];
    await one.sitDown('othello', 'first', 'level-1');
    await resign(one.page);
    await one.page.goto(`${server.address}/data`);
    await one.page.getByRole('button', { name: 'Show a code' }).click();
    const code = await one.page.locator('[data-testid=player-code]').innerText();
    await looked(one, 'data-en');
    await two.page.goto(`${server.address}/data`);
    await two.page.fill('#code', 'aaaa-bbbb');
    await two.page.locator('form button').click();
    await two.page.getByRole('alert').waitFor();
    await two.page.fill('#code', code);
    await two.page.locator('form button').click();
    await two.page.getByText('完了しました').waitFor();
    await looked(two, 'data-ja');
    await two.page.goto(`${server.address}/history`);
    await two.page.waitForSelector('.result');
    await two.page.goto(`${server.address}/data`);
    await two.page.getByRole('button', { name: 'すべて削除する' }).click();
    await two.page.getByRole('button', { name: 'はい、すべて削除します' }).click();
    await two.page.waitForSelector('input[name=level]');
    await one.page.goto(`${server.address}/history`);
    await one.page.getByText('You have not finished a game yet.').waitFor();
    await one.leave();
    await two.leave();
  });
});
