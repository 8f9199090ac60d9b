import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readCsv } from './csv';
import { chance, resign, settled } from './hands';
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
  records = await server.serveStudy(quickRecords());
  games = await server.serveStudy(THREE_GAMES);
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

/** The ready study A with one second for each record instead of thirty. */
function quickRecords(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gokaku-study-'));
  cpSync(join(import.meta.dirname, '../../../crates/studies/templates/shogi-turing'), folder, { recursive: true });
  const file = join(folder, 'study.toml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('least-seconds = 30');
  writeFileSync(file, text.replace('least-seconds = 30', 'least-seconds = 1'));
  return file;
}

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
    await somebody.goOn();
    await looked(visitor, 'told');
    await somebody.read();

    for (let turn = 1; turn <= 20; turn++) {
      await page.waitForSelector('form.record');
      expect(await page.locator('main h1').innerText()).toContain(String(turn));
      await somebody.judgeRecord(turn);
      await page.waitForTimeout(1000); // nobody judges a record sooner
      if (turn === 2) await looked(visitor, 'record');
      if (turn === 5) {
        // The answer is on its way when the network goes; it arrives when it is back.
        await visitor.context.setOffline(true);
        await page.getByTestId('on').click();
        await page.getByText('接続が切れました').waitFor();
        await visitor.context.setOffline(false);
        const isOther = (before: string) => document.querySelector('[data-step]')?.getAttribute('data-step') !== before;
        await page.waitForFunction(isOther, await somebody.step());
        continue;
      }
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
        await page.waitForTimeout(1000); // the other tab has to show it for a second, too
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
    expect(visitor.complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    given.records = somebody.gave;
    await visitor.leave();
  });

  it('plays three games and judges each move, with a reload in the middle', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
    const { page } = visitor;
    const somebody = new Participant(visitor);
    visitor.received.length = 0; // the title page lists opponents, and may
    await somebody.join(games.link);
    await somebody.read();
    await somebody.fillIn(1);
    await somebody.goOn();
    await page.getByText('Practice game').waitFor();
    await looked(visitor, 'practice');
    await somebody.playAndJudge(1, chance(3), () => Promise.resolve());
    await somebody.goOn();
    for (let game = 0; game < 3; game++) {
      await page.getByTestId('start').waitFor();
      await somebody.playAndJudge(3, chance(game + 5), async () => {
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
    // As often as one likes, with a clock: twice.
    for (const again of [true, false]) {
      await page.getByText('You have 5 minutes, then 30 seconds for each move.').waitFor();
      if (again) await looked(visitor, 'clock');
      await page.getByTestId('start').click();
      await page.locator('time.clock').first().waitFor();
      await settled(page);
      await resign(page);
      const step = await somebody.step();
      await page.getByTestId(again ? 'again' : 'on').click();
      await page.waitForFunction((before) => document.querySelector('[data-step]')?.getAttribute('data-step') !== before, step);
    }
    await page.getByTestId('debriefing').waitFor();
    // Nothing that came over the wire says who the opponents were.
    // The list of games is the same for everybody.
    const received = (await visitor.everything()).filter((text) => !text.startsWith('{"games":'));
    for (const text of received) expect(text).not.toMatch(/alphabeta|depth-1|"random"/);
    expect(visitor.complaints).toEqual([]);
    given.games = somebody.gave;
    await visitor.leave();
  });
});

describe('a researcher', () => {
  /** What a spreadsheet could take for a formula stands behind an apostrophe. */
  const inCsv = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

  async function fetched(page: Page, name: string): Promise<Record<string, string>[]> {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    return readCsv(await readFile(await (await download).path(), 'utf8'));
  }

  it('logs in, sees progress live and exports: every answer of study A is there, once', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'ja', width: 1280 });
    const { page } = visitor;
    await page.goto(records.research);
    await page.locator('#key').fill('not the key');
    await page.getByRole('button', { name: 'ログイン' }).click();
    await page.getByText('この調査のキーではありません。').waitFor();
    await looked(visitor, 'login');
    await page.goto(`${records.research}#key=${records.key}`);
    await page.waitForSelector('[data-person="1"]');
    expect(page.url()).not.toContain(records.key);
    const figure = (name: string) => page.locator(`[data-figure=${name}]`);
    expect(await figure('finished').innerText()).toBe('1');

    // Somebody else begins while the researcher looks.
    const other = await Visitor.arrive(browser, server.address, { language: 'en', width: 390 });
    const code = await new Participant(other).join(records.link);
    await page.waitForSelector('[data-person="2"]', { timeout: 10_000 });
    await looked(visitor, 'progress');
    await looked(other, 'questions-phone');
    // They go on in another browser by their code, and withdraw there; the first browser knows nothing of them any more.
    const elsewhere = await Visitor.arrive(browser, server.address, { language: 'en', width: 390 });
    await elsewhere.page.goto(records.link);
    await elsewhere.page.getByText('I have a code and want to continue here').click();
    await elsewhere.page.getByLabel('Your code').fill(code);
    await elsewhere.page.getByRole('button', { name: 'Continue' }).click();
    await elsewhere.page.waitForSelector('[data-step]');
    await elsewhere.page.getByRole('button', { name: 'Pause or leave' }).click();
    await elsewhere.page.getByRole('button', { name: 'Withdraw from the study' }).click();
    await elsewhere.page.getByTestId('withdraw').click();
    await elsewhere.page.getByText('You have withdrawn').waitFor();
    await elsewhere.leave();
    await other.page.reload();
    await other.page.waitForSelector('.agree');
    await other.leave();
    await page.waitForFunction(() => document.querySelector('[data-figure=withdrawn]')?.textContent === '1');

    const answers = await fetched(page, 'answers.csv');
    const found = answers.map((line) => [`${line['step']} ${line['item']}`, line['answer']]);
    const expected = [...(given.records?.answers ?? [])].map(([place, answer]) => [place, inCsv(answer)]);
    expect(expected).toHaveLength(4 + 1 + 20 * 3 + 4);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(new Set(answers.map((line) => line['participant']))).toEqual(new Set(['1']));
    const judged = answers.filter((line) => line['asked'] === 'record');
    for (const line of judged) expect(Number(line['millis'])).toBeGreaterThanOrEqual(1000);
    for (const line of judged) expect(line['item millis']).toMatch(/^\d+$/);
    const people = await fetched(page, 'participants.csv');
    expect(people.map((line) => [line['participant'], line['group'], line['state']])).toEqual([['1', 'amateurs', 'finished']]);

    await page.getByRole('button', { name: 'レポートを作成' }).click();
    const link = page.getByRole('link', { name: 'レポートを開く' });
    await link.waitFor();
    const [report] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await report.waitForLoadState();
    expect(await report.locator('h1').first().innerText()).toContain('Person or computer?');
    await report.close();

    // Reasons are tagged with keys.
    await page.getByRole('link', { name: '理由にタグを付ける' }).click();
    await page.waitForSelector('ol li');
    await page.keyboard.press('j');
    await page.keyboard.press('1');
    await page.keyboard.press('3');
    await page.getByText('保存しました。').waitFor();
    await looked(visitor, 'reasons');
    await page.reload();
    await page.waitForSelector('ol li');
    expect(await page.locator('ol li').nth(1).locator('input:checked').count()).toBe(2);
    expect(await page.locator('ol li input:checked').count()).toBe(2);
    expect(visitor.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
    await visitor.leave();
  });

  it('exports study C: every verdict and note is there, once; closes it, and gets nothing of another study', async () => {
    const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280 });
    const { page } = visitor;
    await page.goto(`${games.research}#key=${games.key}`);
    await page.waitForSelector('[data-person="1"]');
    const answers = await fetched(page, 'answers.csv');
    const asked = answers.filter((line) => line['asked'] !== 'game').map((line) => [`${line['step']} ${line['item']}`, line['answer']]);
    expect(asked.toSorted()).toEqual([...(given.games?.answers ?? [])].toSorted());
    expect(answers.filter((line) => line['asked'] === 'game')).toHaveLength(1 + 3 + 2);
    const again = answers.filter((line) => line['item'] === 'again').map((line) => line['answer']);
    expect(again.toSorted()).toEqual(['false', 'true']);
    const played = await fetched(page, 'games.csv');
    expect(played.map((line) => line['condition']).toSorted()).toEqual(['depth-1', 'depth-1', 'depth-1', 'depth-2', 'random', 'random']);
    expect(played.filter((line) => line['practice'] === '1')).toHaveLength(1);
    const unjudged = new Set(played.filter((line) => line['step']?.startsWith('5.')).map((line) => line['step']));
    const moves = (await fetched(page, 'moves.csv')).filter((line) => line['by'] === 'program' && !unjudged.has(line['step']));
    const judged = moves.map((line) => [`${line['step']} ${line['ply']}`, line['verdict'], line['note'], line['passed over']]);
    const judgedMoves = [...(given.games?.moves ?? [])];
    const expected = judgedMoves.map(([place, { verdict, note, isFilled }]) => [place, verdict, inCsv(note), isFilled ? '1' : '0']);
    expect(expected.length).toBeGreaterThanOrEqual(9);
    expect(judged.toSorted()).toEqual(expected.toSorted());

    await page.getByRole('button', { name: 'Close study' }).click();
    await page.getByTestId('close').click();
    await page.getByText('Closed', { exact: true }).waitFor();
    const late = await Visitor.arrive(browser, server.address, { language: 'en', width: 390 });
    await late.page.goto(games.link);
    await late.page.getByText('This study is closed.').waitFor();
    expect(await late.page.locator('.agree').count()).toBe(0);
    await late.leave();

    // The key of one study opens no other.
    await page.goto(records.research);
    await page.waitForSelector('#key');
    expect(await page.locator('main').innerText()).not.toContain('participants.csv');
    await visitor.leave();
  });
});
