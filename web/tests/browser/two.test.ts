import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GameName } from '../../src/api/types';
import { chance, clickMove, plies, resign, settled, setUpGhosts } from './hands';
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

/** From the title page to a table of two people. */
async function sitDown({ page }: Visitor, game: GameName, level: 'one-board' | 'by-link'): Promise<void> {
  await page.waitForSelector('input[name=level]');
  await page.check(`input[name=game][value=${game}]`);
  await page.check(`input[name=level][value=${level}]`);
  if (level === 'by-link') await page.check('input[name=seat][value=first]');
  await page.click('button[type=submit]');
  await page.waitForURL(/\/table\/[^/]+$/);
  await page.waitForSelector('[role=grid]');
}

async function looked(visitor: Visitor, name: string): Promise<void> {
  expect(await visitor.violations(), name).toEqual([]);
  expect(await visitor.overflows(), `${name} is wider than the window`).toBe(false);
  await visitor.page.screenshot({ path: join(pictures, `two-${name}.png`) });
}

/** Makes one move and waits until it is in the list. */
async function move({ page }: Visitor, pick: (below: number) => number): Promise<void> {
  const known = await plies(page);
  await clickMove(page, pick);
  await page.waitForFunction((known) => document.querySelectorAll('aside ol > li').length > known, known);
}

/** The labels of ghosts whose colour the page tells. */
const coloured = ({ page }: Visitor) => page.locator('[role=gridcell][aria-label*="blue"], [role=gridcell][aria-label*="red"]').count();

describe('two people at one board', () => {
  it.each(['othello', 'kalah', 'shogi'] as const)('take turns in %s, and either takes back', async (game) => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    await sitDown(visitor, game, 'one-board');
    const pick = chance(3);
    const status = () => visitor.page.locator('[data-testid=status]').innerText();
    const first = await status();
    for (let moves = 0; moves < 4; moves++) {
      expect(await settled(visitor.page)).toBe('mine');
      await move(visitor, pick);
    }
    expect(first).toMatch(/^To move: /);
    await looked(visitor, `${game}-one-board`);
    await visitor.page.getByRole('button', { name: 'Take back' }).click();
    await visitor.page.waitForFunction(() => document.querySelectorAll('aside ol > li').length === 3);
    await resign(visitor.page);
    expect(await visitor.page.locator('[data-testid=end] h2').innerText()).toMatch(/^Winner: /);
    await visitor.page.getByRole('link', { name: 'Review' }).click();
    await visitor.page.waitForSelector('[data-testid=at]', { timeout: 60_000 });
    expect(await visitor.page.locator('aside').innerText()).not.toMatch(/\bYou\b|\bYours\b/);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it.each([['en', 1280], ['ja', 390]] as const)('see no colours of each other’s ghosts (%s, %i)', async (language, width) => {
    const visitor = await Visitor.arrive(browser, server.address, { language, width, speed: 'off' });
    const { page } = visitor;
    await sitDown(visitor, 'geister', 'one-board');
    const takeScreen = async () => {
      await page.waitForSelector('[data-testid=hand-over]');
      expect(await page.locator('.cell.movable').count()).toBe(0);
      await page.locator('[data-testid=hand-over] button').click();
    };
    await looked(visitor, `geister-setup-${language}`);
    for (const index of [0, 3, 5, 6]) await page.locator('.cell.movable').nth(index).click();
    await page.locator('aside .button.primary').click();
    await takeScreen();
    await page.waitForSelector('.cell.movable');
    for (const index of [1, 2, 4, 7]) await page.locator('.cell.movable').nth(index).click();
    await page.locator('aside .button.primary').click();
    await page.waitForSelector('[data-testid=hand-over]');
    await looked(visitor, `geister-hand-over-${language}`);
    if (language === 'en') expect(await coloured(visitor)).toBe(0);
    const pick = chance(5);
    for (let moves = 0; moves < 4; moves++) {
      await takeScreen();
      expect(await settled(page)).toBe('mine');
      if (language === 'en') expect(await coloured(visitor)).toBe(8);
      await move(visitor, pick);
    }
    // What came over the wire: never the colours of both, and of nobody while the screen was passed on.
    const tables = (await visitor.everything())
      .map((text) => JSON.parse(text))
      .filter((message) => message?.position?.kind === 'geister' && message.phase !== undefined);
    expect(tables.filter((table) => table.phase === 'hand-over').length).toBeGreaterThanOrEqual(6);
    for (const table of tables) {
      const ghosts: { colour: string; side: string }[] = table.position.ghosts;
      const known = new Set(ghosts.filter((ghost) => ghost.colour !== 'unknown').map((ghost) => ghost.side));
      expect([...known], table.phase).toEqual(table.phase === 'hand-over' ? [] : [table.seat]);
    }
    await page.reload();
    await page.waitForSelector('[data-testid=hand-over]');
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

describe('two people by a link', () => {
  it('play each other, and a third is refused', async () => {
    const host = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    await sitDown(host, 'othello', 'by-link');
    const link = await host.page.getByLabel('Link to this game').inputValue();
    expect(link).toContain('/join/');
    await looked(host, 'invitation');

    const guest = await Visitor.arrive(browser, server.address, { language: 'ja', width: 390, speed: 'off' });
    await guest.page.goto(link);
    await guest.page.waitForSelector('[role=grid]');
    expect(new URL(guest.page.url()).pathname).toMatch(/^\/table\//);
    const third = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    await third.page.goto(link);
    await third.page.getByText('Somebody else has already taken this seat.').waitFor();
    await looked(third, 'seat-taken');

    const pick = chance(7);
    for (let moves = 0; moves < 3; moves++) {
      for (const [mover, other] of [[host, guest], [guest, host]] as const) {
        expect(await settled(mover.page)).toBe('mine');
        const known = await plies(other.page);
        await move(mover, pick);
        await other.page.waitForFunction((known) => document.querySelectorAll('aside ol > li').length > known, known);
      }
    }
    expect(await host.page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
    await looked(guest, 'by-link-guest');

    // A killed server and a reload cost nobody their seat.
    await server.kill();
    await server.run();
    await guest.page.reload();
    expect(await settled(host.page)).toBe('mine');
    await move(host, pick);
    expect(await settled(guest.page)).toBe('mine');
    await resign(guest.page);
    await host.page.waitForSelector('[data-testid=end]');
    expect(await host.page.locator('[data-testid=end] h2').innerText()).toBe('You won');
    expect(await guest.page.locator('[data-testid=end] h2').innerText()).toBe('あなたの負け');
    for (const visitor of [host, guest, third]) await visitor.leave();
  });

  it('play on after one browser was killed', async () => {
    const host = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    await sitDown(host, 'kalah', 'by-link');
    const link = await host.page.getByLabel('Link to this game').inputValue();
    const other = await launch();
    const guest = await Visitor.arrive(other, server.address, { language: 'en', width: 1280, speed: 'off' });
    await guest.page.goto(link);
    await guest.page.waitForSelector('[role=grid]');
    const path = new URL(guest.page.url()).pathname;
    const pick = chance(2);
    await settled(host.page);
    await move(host, pick);

    const left = await guest.context.storageState();
    const gone = new Promise((resolve) => other.once('disconnected', resolve));
    const devtools = await other.newBrowserCDPSession();
    await Promise.race([gone, devtools.send('Browser.crash').catch(() => gone)]);
    await gone;
    const next = await launch();
    const back = await Visitor.arrive(next, server.address, { language: 'en', width: 1280, speed: 'off', left });
    await back.page.getByText('Games in progress').waitFor();
    await back.page.locator(`a[href="${path}"]`).click();
    await back.page.waitForSelector('[role=grid]');
    // Whoever it is whose turn it is: extra turns come as they come.
    for (let moves = 0; moves < 4; moves++) {
      const mine = host.page.locator('.cell.target').first();
      const theirs = back.page.locator('.cell.target').first();
      await mine.or(host.page.locator('[data-testid=end]')).or(host.page.getByText('Opponent’s turn')).first().waitFor();
      const [mover, waits] = (await mine.count()) > 0 ? ([host, back] as const) : ([back, host] as const);
      if (mover === back) await theirs.waitFor();
      const known = await plies(waits.page);
      await move(mover, pick);
      await waits.page.waitForFunction((known) => document.querySelectorAll('aside ol > li').length > known, known);
    }
    expect(await plies(host.page)).toBe(await plies(back.page));
    expect(await plies(host.page)).toBe(5);
    expect([...host.complaints, ...back.complaints]).toEqual([]);
    await host.leave();
    await next.close();
  });

  it('hide their ghosts from each other, and both from whoever watches', async () => {
    const host = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    await sitDown(host, 'geister', 'by-link');
    const guest = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    await guest.page.goto(await host.page.getByLabel('Link to this game').inputValue());
    await guest.page.getByText('The other player is choosing their red ghosts.').waitFor();
    await setUpGhosts(host.page, [0, 3, 5, 6]);
    await guest.page.waitForSelector('.cell.movable');
    await setUpGhosts(guest.page, [1, 2, 4, 7]);
    await host.page.getByRole('button', { name: 'Let others watch' }).click();
    const watcher = await Visitor.arrive(browser, server.address, { language: 'ja', width: 390, speed: 'off' });
    await watcher.page.goto(await host.page.getByLabel('Link for spectators').inputValue());
    await watcher.page.waitForSelector('[data-testid=outcome]');
    await looked(host, 'watched');
    const pick = chance(11);
    for (const mover of [host, guest, host, guest]) {
      expect(await settled(mover.page)).toBe('mine');
      expect(await coloured(mover)).toBe(8);
      await move(mover, pick);
    }
    await watcher.page.waitForFunction(() => document.querySelectorAll('aside ol > li').length === 4);
    const bytes = (await watcher.everything()).filter((body) => body.includes('"positions"'));
    expect(bytes.length).toBeGreaterThan(1);
    for (const body of bytes) expect(body.match(/"(red|blue)"/g)).toBeNull();
    await watcher.leave();
    for (const [visitor, seat] of [[host, 'first'], [guest, 'second']] as const) {
      const tables = (await visitor.everything()).map((text) => JSON.parse(text)).filter((one) => one?.position?.kind === 'geister');
      for (const table of tables) {
        for (const ghost of table.position.ghosts) if (ghost.side !== seat) expect(ghost.colour).toBe('unknown');
      }
      expect(tables.length).toBeGreaterThan(4);
      await visitor.leave();
    }
  });
});
