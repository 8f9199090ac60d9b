import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { settled } from './hands';
import { Server } from './server';
import { GAMES } from './sitting';
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

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  describe.each([1280, 390])('at %i', (width) => {
    it.each(['light', 'dark'] as const)('every page that needs no game can be used by anybody, %s', async (theme) => {
      const visitor = await Visitor.arrive(browser, server.address, { language, width, theme, speed: 'off' });
      const { page } = visitor;
      const looked = async (name: string) => {
        expect(await visitor.violations(), name).toEqual([]);
        expect(await visitor.overflows(), `${name} is wider than the window`).toBe(false);
        await page.screenshot({ path: join(pictures, `page-${name}-${language}-${width}-${theme}.png`), fullPage: true });
      };
      const visits: [string, string, string][] = [
        ['history', '/history', 'h1'], ['strength', '/strength', 'h1'], ['exercises', '/exercises', 'h1'], ['data', '/data', 'h1'],
        ['nowhere', '/nowhere', '.missing'], ['no-such-game', '/table/nowhere', 'main .button'],
        ['no-such-link', '/g/nowhere', 'main [role=alert]'], ['no-such-seat', '/join/nowhere', 'main [role=alert]'],
        ['offline', '/offline.html', 'main'],
        ...GAMES.map((game): [string, string, string] => [`learn-${game}`, `/learn/${game}`, '[data-testid=task]']),
      ];
      for (const [name, path, sign] of visits) {
        await page.goto(server.address + path);
        await page.waitForSelector(sign);
        await looked(name);
      }
      await page.goto(server.address);
      await page.waitForSelector('input[name=level]');
      await page.locator('details.more > summary').click();
      await page.check('input[name=level][value=level-1]');
      for (const game of GAMES) {
        await page.check(`input[name=game][value=${game}]`);
        const own = page.locator('select option[value=own]');
        if ((await own.count()) > 0) {
          await page.locator('.from select').selectOption('own');
          await page.waitForSelector('[data-testid=editor]');
        }
        await looked(`title-${game}`);
      }
      expect(visitor.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
      await visitor.leave();
    });
  });
});

describe('a position that is set up by hand', () => {
  it.each([
    ['othello', ['Black', 'c4', 'c4', 'c4'], (position: { black: string[] }) => position.black.includes('c4')],
    ['shogi', ['Sente’s gold', '4i', '5e'], (position: { pieces: { place: string; piece: string }[] }) =>
      position.pieces.some(({ place, piece }) => place === '5e' && piece === 'G')],
  ] as const)('is played from in %s', async (game, [what, ...where], isThere) => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    const { page } = visitor;
    await page.waitForSelector('input[name=level]');
    await page.locator('details.more > summary').click();
    await page.check(`input[name=game][value=${game}]`);
    await page.check('input[name=level][value=level-1]');
    await page.locator('.from select').selectOption('own');
    await page.getByTestId('editor').getByRole('radio', { name: what, exact: true }).check();
    for (const place of where) await page.locator(`[data-testid=editor] [data-place="${place}"]`).click();
    await page.screenshot({ path: join(pictures, `editor-${game}.png`), fullPage: true });
    const path = await visitor.sitDown(game, 'first', 'level-1');
    await settled(page);
    const table = await (await page.request.get(`${server.address}/api/v1${path.replace('/table/', '/tables/')}`)).json();
    expect(isThere(table.position)).toBe(true);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('is played from in Kalah, and refused where nothing could be played', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 390, speed: 'off' });
    const { page } = visitor;
    await page.waitForSelector('input[name=level]');
    await page.locator('details.more > summary').click();
    await page.check('input[name=game][value=kalah]');
    await page.check('input[name=level][value=level-1]');
    await page.locator('.from select').selectOption('own');
    await page.getByRole('button', { name: 'Empty the board' }).click();
    await page.click('button[type=submit]');
    await page.getByText('This is not a position of this game that can be played on.').waitFor();
    const seeds = { 'First player’s house 3': '5', 'Second player’s house 1': '2', 'First player’s store': '7' };
    for (const [label, count] of Object.entries(seeds)) {
      await page.getByLabel(label).fill(count);
      await page.getByLabel(label).press('Tab');
    }
    const path = await visitor.sitDown('kalah', 'first', 'level-1');
    await settled(page);
    const { position } = await (await page.request.get(`${server.address}/api/v1${path.replace('/table/', '/tables/')}`)).json();
    expect([position.houses, position.stores]).toEqual([[[0, 0, 5, 0, 0, 0], [2, 0, 0, 0, 0, 0]], [7, 0]]);
    await visitor.leave();
  });
});
