import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chance, play, resign, settled } from './hands';
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

describe('the keyboard', () => {
  it('plays: arrows move, Enter picks up and puts down, Escape cancels, and every move is said', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    const { page } = visitor;
    await visitor.sitDown('shogi', 'first', 'level-1');
    await settled(page);
    await page.locator('.cell[tabindex="0"]').focus();
    const here = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['place']);
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    while ((await here())?.[1] !== 'i') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await here()).toBe('7g');
    await page.keyboard.press('Enter');
    expect(await page.locator('.cell.selected').getAttribute('data-place')).toBe('7g');
    await page.keyboard.press('Escape');
    expect(await page.locator('.cell.selected').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => document.querySelectorAll('aside ol > li').length >= 2);
    await page.waitForFunction(() => document.querySelector('[data-testid=announcer]')?.textContent?.includes('Opponent:'));
    expect(await page.locator('[data-place="7f"]').getAttribute('aria-label')).toContain('your pawn');
    await visitor.leave();
  });
});

describe('a game', () => {
  it('of shogi ends in checkmate for somebody who plays by chance', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    await visitor.sitDown('shogi', 'first', 'level-4');
    expect(await play(visitor.page, 150, chance(8))).toBe('over');
    expect(await visitor.page.locator('[data-testid=end]').innerText()).toMatch(/checkmate/i);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('with a clock shows both, and the running one runs', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 390 });
    const { page } = visitor;
    await page.click('details.more > summary');
    await page.getByLabel('Clock').selectOption({ index: 1 });
    await page.click('details.more > summary');
    await visitor.sitDown('othello');
    await settled(page);
    const mine = page.getByLabel('You: time left');
    const before = await mine.innerText();
    await page.waitForFunction((was) => document.querySelector('[data-side=first] time')?.textContent !== was, before);
    expect(await page.getByLabel('Opponent: time left').innerText()).toBe('5:00');
    expect(await visitor.violations()).toEqual([]);
    await visitor.leave();
  });
});

describe('settings', () => {
  it('are kept, and the language is the whole page’s', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    const { page } = visitor;
    await page.click('button.settings');
    await page.check('input[name=theme][value=dark]');
    await page.check('input[name=language][value=ja]');
    await page.getByRole('button', { name: '再生' }).click();
    await page.getByRole('checkbox', { name: '効果音' }).check();
    expect(await visitor.violations()).toEqual([]);
    await page.getByRole('button', { name: '一時停止' }).click();
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    await page.getByText('対局開始').waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('leave everything still where the system asks for reduced motion', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'calm' });
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = () => visitor.page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length);
    expect(await moving()).toBe(0);
    await visitor.sitDown('othello');
    await play(visitor.page, 1, chance(1));
    expect(await visitor.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--slowness'))).toBe('0');
    expect(await moving()).toBe(0);
    await visitor.leave();
  });
});

describe('a visit', () => {
  it('paints the title page without waiting for the server’s answers', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    await visitor.page.route('**/api/**', () => new Promise(() => undefined));
    await visitor.page.reload({ waitUntil: 'load' });
    const painted = await visitor.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((all) => resolve(all.getEntries()[0]?.startTime ?? Infinity)).observe({ type: 'paint', buffered: true });
        }),
    );
    // Printed, not compared: how long it takes says as much about the machine as about the page.
    console.log(`first paint of the title page after ${Math.round(painted)} ms`);
    expect(await visitor.page.locator('.game').count()).toBe(4);
    await visitor.leave();
  });

  it('keeps a name and a history', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    const { page } = visitor;
    await page.click('details.more > summary');
    await page.getByLabel('Your name (optional)').fill('Hanako <b>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await visitor.sitDown('kalah', 'first', 'level-1');
    await play(page, 2, chance(1));
    await resign(page);
    await page.goto(`${server.address}/history`);
    await page.getByText('Hanako <b>').waitFor();
    expect(await page.locator('li a').count()).toBe(1);
    expect(await page.locator('li a').innerText()).toMatch(/Kalah/);
    expect(await visitor.violations()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('gets a hint where hints are allowed, and one’s own game again', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 390 });
    const { page } = visitor;
    await visitor.sitDown('othello');
    await settled(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.waitForSelector('.cell.hinted');
    await resign(page);
    await page.getByRole('button', { name: 'Play again' }).click();
    await settled(page);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
