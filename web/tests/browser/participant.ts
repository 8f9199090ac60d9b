import type { Page } from 'playwright-core';

import { clickMove, resign, settled } from './hands';
import type { Visitor } from './visitor';

/** What somebody gave in a study, as the export should have it: by step and item, and by step and ply. */
export interface Gave {
  answers: Map<string, string>;
  moves: Map<string, { verdict: string; note: string; isFilled: boolean }>;
}

/** Somebody who takes part in a study with real clicks and keys, and remembers what they gave. */
export class Participant {
  readonly gave: Gave = { answers: new Map(), moves: new Map() };
  readonly page: Page;

  constructor(readonly visitor: Visitor) {
    this.page = visitor.page;
  }

  /** From the consent to the first step; the code by which they could go on elsewhere. */
  async join(link: string): Promise<string> {
    await this.page.goto(link);
    await this.page.locator('.agree button').click();
    const code = await this.page.getByTestId('code').getAttribute('aria-label');
    await this.page.getByTestId('begin').click();
    await this.page.waitForSelector('[data-step]');
    return code ?? '';
  }

  async step(): Promise<string> {
    return (await this.page.locator('[data-step]').getAttribute('data-step')) ?? '';
  }

  /** Gives an answer to every question, a different one each time, without sending it. */
  async fillIn(turn: number): Promise<void> {
    const step = await this.step();
    for (const item of await this.page.locator('[data-item]').all()) {
      const id = (await item.getAttribute('data-item')) ?? '';
      const radios = item.locator('input[type=radio]');
      const boxes = item.locator('input[type=checkbox]');
      let value: string;
      if ((await radios.count()) > 0) {
        const radio = radios.nth(turn % (await radios.count()));
        await radio.check();
        value = await radio.inputValue();
      } else if ((await boxes.count()) > 0) {
        await boxes.last().check();
        await boxes.first().check();
        value = [await boxes.first().inputValue(), await boxes.last().inputValue()].join(' ');
      } else if ((await item.locator('textarea').count()) > 0) {
        value = `${id} ${turn}: 「飛」, "quoted"; two\nlines`;
        await item.locator('textarea').fill(value);
      } else {
        value = String(20 + turn);
        await item.locator('input').fill(value);
      }
      this.gave.answers.set(`${step} ${id}`, value);
    }
  }

  /** Reads a page without questions, and goes on. */
  async read(): Promise<void> {
    await this.page.getByTestId('intro').waitFor();
    this.gave.answers.set(`${await this.step()} `, '');
    await this.goOn();
  }

  /** Judges the record that is shown, without sending it. */
  async judgeRecord(turn: number): Promise<void> {
    const { page } = this;
    const step = await this.step();
    for (const key of ['ArrowRight', 'End', 'ArrowLeft']) await page.keyboard.press(key);
    const verdict = 1 + (turn % 5);
    await page.locator(`input[name=verdict][value="${verdict}"]`).check();
    // What a spreadsheet would take for a formula is to come out as a text.
    const reason = turn % 4 === 0 ? `=SUM(1;${turn})` : `${turn}局目：中盤の ▲４五歩 が自然に見えた`;
    await page.locator('#reason').fill(reason);
    const seen = turn % 7 === 0;
    await page.locator(`input[name=seen][value=${seen ? 'yes' : 'no'}]`).check();
    this.gave.answers.set(`${step} verdict`, String(verdict));
    this.gave.answers.set(`${step} reason`, reason);
    this.gave.answers.set(`${step} seen`, String(seen));
  }

  /** Sends what is filled in, and waits for the next step or the end. */
  async goOn(): Promise<void> {
    const step = await this.step();
    await this.page.getByTestId('on').click();
    await this.page.waitForFunction((before) => document.querySelector('[data-step]')?.getAttribute('data-step') !== before, step);
  }

  /**
   * Plays `turns` moves at the table and judges what the program answers: by key, with a note to every other move; the last is left
   * unjudged. Then a verdict is changed in the list, and the game is given up.
   */
  async playAndJudge(turns: number, pick: (below: number) => number, meanwhile: () => Promise<void>): Promise<void> {
    const { page, gave } = this;
    const step = await this.step();
    await page.getByTestId('start').click();
    const keys = ['b', '2', 'g', '1', 'n', '3'];
    const verdicts = ['bad', 'normal', 'good', 'bad', 'normal', 'good'];
    const judged: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      if ((await settled(page)) === 'over') break;
      const ply = await this.lastOfProgram();
      if (ply !== null && !judged.includes(ply)) {
        const at = judged.push(ply) - 1;
        await page.keyboard.press(keys[at % keys.length] ?? 'n');
        const note = at % 2 === 1 ? `-手${ply}への一言` : '';
        if (note !== '') {
          await page.locator('[data-testid=judge] input').fill(note);
          await page.locator('[data-testid=judge] input').press('Tab');
        }
        gave.moves.set(`${step} ${ply}`, { verdict: verdicts[at % verdicts.length] ?? '', note, isFilled: false });
      }
      if (turn === 1) await meanwhile();
      await settled(page);
      const before = await page.locator('aside ol > li').count();
      await clickMove(page, pick);
      await page.waitForFunction(
        (known) => document.querySelectorAll('aside ol > li').length >= known + 2 || document.querySelector('[data-testid=end]'),
        before,
      );
    }
    const last = await this.lastOfProgram();
    if (last !== null && !judged.includes(last)) gave.moves.set(`${step} ${last}`, { verdict: 'normal', note: '', isFilled: true });
    // Another opinion on the first of them.
    const first = judged[0];
    if (first !== undefined) {
      await page.locator(`aside ol button[data-ply="${first}"]`).click();
      await page.locator('[data-testid=judge] button[data-verdict=good]').click();
      gave.moves.set(`${step} ${first}`, { ...gave.moves.get(`${step} ${first}`)!, verdict: 'good' });
    }
    if ((await page.locator('[data-testid=end]').count()) === 0) await resign(page);
  }

  /** The number of the program's last move in the list. */
  private async lastOfProgram(): Promise<number | null> {
    const all = this.page.locator('aside ol button[data-ply]');
    const count = await all.count();
    return count === 0 ? null : Number(await all.nth(count - 1).getAttribute('data-ply'));
  }
}
