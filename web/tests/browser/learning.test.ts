import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Lesson, Move } from '../../src/api/types';
import { play, chance, settled } from './hands';
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

/** Makes this move with real clicks. */
async function make(page: Page, move: Move): Promise<void> {
  const place = (name: string) => page.locator(`[data-place="${name}"]`).first();
  const named = page.locator(`[data-move="${move.text}"]`);
  if (move.from !== null && move.from !== move.to) await place(move.from).click();
  if ((await named.count()) > 0) return named.click();
  await place(move.to).click();
  // Promotion is asked for where there is a choice.
  if ((await named.count()) > 0) await named.click();
}

describe('how to play', () => {
  it.each(GAMES)('%s: every step is done by clicks, and a wrong move can be tried again', async (game) => {
    for (const [language, width] of [['en', 1280], ['ja', 390]] as const) {
      const visitor = await Visitor.arrive(browser, server.address, { language, width });
      const { page } = visitor;
      await page.check(`input[name=game][value=${game}]`);
      await page.locator(`a[href="/learn/${game}"]`).click();
      await page.waitForSelector('[data-testid=task]');
      const lesson = (await (await page.request.get(`${server.address}/api/v1/games/${game}/lesson`)).json()) as Lesson;
      for (const [index, step] of lesson.steps.entries()) {
        expect(await page.locator('[data-testid=task]').innerText()).toBe(step.task[language]);
        const wrong = step.moves.find((one) => !one.isRight && one.move.onBoard && !one.move.promotes);
        if (wrong !== undefined && width === 1280) {
          await make(page, wrong.move);
          await page.waitForSelector('[data-testid=lesson-wrong]');
          await page.locator('.buttons .primary').click();
        }
        const right = step.moves.find((one) => one.isRight);
        if (right === undefined) throw new Error(`found no right move in step ${index} of ${game}`);
        if (index === 0 || index === 2) {
          expect(await visitor.violations(), `step ${index}`).toEqual([]);
          expect(await visitor.overflows()).toBe(false);
          await page.screenshot({ path: join(pictures, `learn-${game}-${index}-${language}-${width}.png`) });
        }
        await make(page, right.move);
        await page.waitForSelector('[data-testid=lesson-done]');
        expect(await page.locator('[data-testid=lesson-done]').innerText()).toBe(step.done[language]);
        await page.locator('.buttons .primary').click();
      }
      await page.waitForSelector('input[name=level]');
      expect(await page.isChecked(`input[name=game][value=${game}]`)).toBe(true);
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    }
  });

  it('leads from a table and back to it', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    const { page } = visitor;
    const path = await visitor.sitDown('kalah');
    expect(await page.locator('[data-testid=goals] li').count()).toBeGreaterThan(2);
    await page.locator('[data-testid=goals] a').click();
    await page.waitForSelector('[data-testid=task]');
    await page.getByRole('link', { name: 'Back to your game' }).click();
    await page.waitForSelector('[data-testid=status]');
    expect(new URL(page.url()).pathname).toBe(path);
    await visitor.leave();
  });
});

describe('a game in progress', () => {
  it('is introduced by its opponent, can be looked back in by keys, and goes on', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    const { page } = visitor;
    await page.check('input[name=wish][value=easier]');
    await visitor.sitDown('othello');
    expect(await page.locator('[data-testid=voice]').innerText()).toContain('about 7 games in ten should be yours');
    await play(page, 2, chance(5));
    expect(await page.locator('[data-testid=voice]').count()).toBe(0);
    const discs = () => page.locator('[data-testid=count-mine]').innerText();
    // Counts follow the discs, which take a moment to turn: after four moves there are eight.
    const theirs = async () => Number(await page.locator('[data-testid=count-theirs]').innerText());
    await expect.poll(async () => Number(await discs()) + (await theirs())).toBe(8);
    const before = Number(await discs());
    // On the board, Home and the arrows move its cursor.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Home');
    await page.getByText('You are looking at the beginning.').waitFor();
    expect(await discs()).toBe('2');
    expect(await page.locator('.cell.target').count()).toBe(0);
    await page.keyboard.press('PageDown');
    await page.getByText('You are looking at move 1 of 4.').waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await settled(page);
    await expect.poll(async () => Number(await discs())).toBe(before);
    await play(page, 1, chance(5));
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('is asked about once: what one is, before the first game', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 390 });
    const { page } = visitor;
    await page.waitForSelector('input[name=experience]');
    const start = page.locator('button[type=submit]');
    const box = await start.boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    await visitor.sitDown('othello');
    await page.goto(server.address);
    await page.waitForSelector('input[name=wish]');
    expect(await page.locator('input[name=experience]').count()).toBe(0);
    await page.check('input[name=game][value=kalah]');
    await page.waitForSelector('input[name=experience]');
    await visitor.leave();
  });

  it('of Kalah on a phone has the person’s houses below and the clock above the board', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 390 });
    const { page } = visitor;
    await visitor.sitDown('kalah', 'first');
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? NaN;
    expect(await top('[data-place="first-0"]')).toBeGreaterThan(await top('[data-place="second-0"]'));
    expect((await page.locator('[data-place="first-0"]').boundingBox())?.width).toBeGreaterThanOrEqual(44);
    expect(await top('[data-testid=status]')).toBeLessThan(await top('[role=grid]'));
    await page.evaluate(() => window.scrollTo(0, 600));
    expect(await top('[data-testid=status]')).toBeGreaterThanOrEqual(0);
    await visitor.leave();
  });

  it('of shogi shows both camps at 200%', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    const { page } = visitor;
    await visitor.sitDown('shogi', 'first', 'level-1');
    await page.setViewportSize({ width: 640, height: 400 });
    for (const place of ['1a', '9a', '1i', '9i']) {
      const box = await page.locator(`[data-place="${place}"]`).boundingBox();
      expect(box?.y ?? -1, place).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 999) + (box?.height ?? 0), place).toBeLessThanOrEqual(400);
    }
    expect(await visitor.overflows()).toBe(false);
    await page.screenshot({ path: join(pictures, 'shogi-200-percent.png') });
    await visitor.leave();
  });
});
