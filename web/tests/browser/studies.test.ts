import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chance } from './hands';
import { Participant, type Gave } from './participant';
import { Server } from './server';
import { launch, Visitor } from './visitor';

const pictures = process.env['GOKAKU_PICTURES'] ?? join(import.meta.dirname, '../../../target/pictures');
const THREE_GAMES = join(import.meta.dirname, 'three-games.toml');

let server: Server;
let browser: Browser;
let records: { link: string; research: string; key: string };
let games: { link: string; research: string; key: string };
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  [server, browser] = await Promise.all([Server.start(), launch()]);
  records = await server.serveStudy(join(import.meta.dirname, '../../../crates/studies/ready/shogi-turing/study.toml'));
  games = await server.serveStudy(THREE_GAMES);
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

/** Nothing keeps somebody from using the page, and it fits the window; a picture for those who want to see it. */
async function looked(visitor: Visitor, name: string): Promise<void> {
  expect(await visitor.violations(), name).toEqual([]);
  expect(await visitor.overflows(), `${name} is wider than the window`).toBe(false);
  await visitor.page.screenshot({ path: join(pictures, `study-${name}.png`) });
}

/** What participants gave, for the researcher's export to be held against. */
const given: Record<'records' | 'games', Gave | null> = { records: null, games: null };

describe('a participant', () => {
  it('judges 20 records, from consent to debriefing, with a reload in the middle and a second tab', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'ja', width: 1280, speed: 'off' });
    const { page } = visitor;
    await page.goto(records.link);
    await page.waitForSelector('.agree');
    await looked(visitor, 'consent');
    const somebody = new Participant(visitor);
    await somebody.join(records.link);
    await somebody.fillIn(3);
    await looked(visitor, 'questions');
    // Nothing that was typed is lost.
    const typed = await page.locator('textarea').first().inputValue();
    await page.reload();
    await page.waitForSelector('[data-step]');
    expect(await page.locator('textarea').first().inputValue()).toBe(typed);
    expect(await page.locator('[data-item] input:checked').count()).toBe(1);
    await somebody.goOn();

    for (let turn = 1; turn <= 20; turn++) {
      await page.waitForSelector('form.record');
      expect(await page.locator('main h1').innerText()).toContain(String(turn));
      await somebody.judgeRecord(turn);
      if (turn === 2) await looked(visitor, 'record');
      if (turn === 10) {
        const at = await page.getByTestId('at').innerText();
        await page.reload();
        await page.waitForSelector('form.record');
        expect(await page.getByTestId('at').innerText()).toBe(at);
        expect(await page.locator('input:checked').count()).toBe(2);
      }
      if (turn === 15) {
        // The other tab is quicker; this one must not change what it said, nor answer the next step with it.
        const other = await visitor.tab(new URL(records.link).pathname);
        await other.page.waitForSelector('form.record');
        expect(await other.page.locator('#reason').inputValue()).toBe(await page.locator('#reason').inputValue());
        await new Participant(other).goOn();
        await other.page.close();
        await page.locator('#reason').fill('too late');
      }
      await somebody.goOn();
    }
    await somebody.fillIn(4);
    await somebody.goOn();
    await page.getByTestId('debriefing').waitFor();
    await looked(visitor, 'debriefing');
    // The way back leads nowhere else.
    await page.goBack();
    await page.goForward();
    await page.getByTestId('debriefing').waitFor();
    expect(visitor.complaints).toEqual([]);
    given.records = somebody.gave;
    await visitor.leave();
  });

  it('plays three games and judges each move, with a reload in the middle', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    const { page } = visitor;
    const somebody = new Participant(visitor);
    visitor.received.length = 0; // the title page lists opponents, and may
    await somebody.join(games.link);
    await somebody.fillIn(1);
    await somebody.goOn();
    for (let game = 0; game < 3; game++) {
      await page.getByTestId('start').waitFor();
      await somebody.playAndJudge(4, chance(game + 5), async () => {
        if (game !== 1) return;
        await looked(visitor, 'judging');
        const before = await page.locator('aside ol > li').allInnerTexts();
        await page.reload();
        await page.waitForSelector('aside ol > li');
        expect(await page.locator('aside ol > li').allInnerTexts()).toEqual(before);
      });
      if (game === 0) await looked(visitor, 'game-over');
      expect(await page.locator('main').innerText()).not.toMatch(/random|depth|alphabeta/i);
      await somebody.goOn();
      await somebody.fillIn(game);
      await somebody.goOn();
    }
    await page.getByTestId('debriefing').waitFor();
    // Nothing that came over the wire says who the opponents were.
    for (const text of await visitor.everything()) expect(text).not.toMatch(/alphabeta|depth-1|"random"/);
    expect(visitor.complaints).toEqual([]);
    given.games = somebody.gave;
    await visitor.leave();
  });
});
