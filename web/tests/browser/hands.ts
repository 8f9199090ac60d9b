import type { Page } from 'playwright-core';

/** The same games every time: a small generator with a seed. */
export function chance(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

export type Standing = 'mine' | 'over';

/** Waits until it is the person's turn, or over. */
export async function settled(page: Page): Promise<Standing> {
  const found = await page.waitForFunction(
    () => {
      if (document.querySelector('[data-testid=end]')) return 'over';
      return document.querySelector('.cell.target, .cell.movable, button.piece.movable, [data-move]') ? 'mine' : null;
    },
    null,
    { polling: 'raf', timeout: 60_000 },
  );
  return (await found.jsonValue()) as Standing;
}

const IN_REACH = '.cell.target, button.exit, .question button, p.decide button[data-move]';
const AT_HAND = '.cell.movable, button.piece.movable';

/** How many moves the list shows. */
export const plies = (page: Page): Promise<number> => page.locator('aside ol > li').count();

async function clickOne(page: Page, selector: string, pick: (below: number) => number): Promise<void> {
  const all = page.locator(selector);
  const count = await all.count();
  if (count === 0) throw new Error(`found nothing to click of ${selector}`);
  const one = all.nth(pick(count));
  // A narrow window is a phone's: there a finger taps.
  if ((page.viewportSize()?.width ?? 0) < 700) await one.tap({ timeout: 5000 });
  else await one.click({ timeout: 5000 });
}

/** Makes one move with real clicks: where a piece must be picked up first, that too; where promotion is asked, an answer. */
export async function clickMove(page: Page, pick: (below: number) => number, prefer?: string): Promise<void> {
  if ((await page.locator('button.exit').count()) > 0) return clickOne(page, 'button.exit', pick);
  const preferred = page.locator(`.cell.movable[aria-label*="${prefer}"]`);
  if (prefer !== undefined && (await preferred.count()) > 0) {
    await preferred.first().click();
    await page.locator('.cell.target').first().click();
    return;
  }
  if ((await page.locator(IN_REACH).count()) === 0) await clickOne(page, AT_HAND, pick);
  await page.waitForSelector(IN_REACH, { timeout: 5000 });
  await clickOne(page, IN_REACH, pick);
  if ((await page.locator('.question').count()) > 0) await clickOne(page, '.question button', () => 0);
}

/** Plays up to `most` moves of the person's, with the piece that is called `prefer` where it can; says whether the game is over. */
export function play(page: Page, most: number, pick: (below: number) => number, prefer?: string): Promise<Standing> {
  return playBy(page, most, () => clickMove(page, pick, prefer));
}

/** The same with moves that are made in another way. */
export async function playBy(page: Page, most: number, act: () => Promise<void>): Promise<Standing> {
  for (let moves = 0; moves < most; moves++) {
    if ((await settled(page)) === 'over') return 'over';
    const before = await plies(page);
    await act();
    await page.waitForFunction(
      (known) => document.querySelector('[data-testid=end]') !== null || document.querySelectorAll('aside ol > li').length > known,
      before,
      { polling: 'raf' },
    );
  }
  return settled(page);
}

/** Chooses the four reds by clicking ghosts, and begins. */
export async function setUpGhosts(page: Page, which: number[]): Promise<void> {
  for (const index of which) await page.locator('.cell.movable').nth(index).click();
  await page.locator('aside .button.primary').click();
  await page.waitForSelector('[data-testid=status], [data-testid=end]');
}

/** Gives up: the page asks once. */
export async function resign(page: Page): Promise<void> {
  await page.locator('.buttons button').last().click();
  await page.locator('.decide button.decide').click();
  await page.waitForSelector('[data-testid=end]');
}
