import type { Page } from 'playwright-core';

/** Presses Tab until what has the focus is of `selector`. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`found no ${selector} after 120 presses of Tab`);
}

/** Chooses a radio button of a group with the arrow keys. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, `input[name=${name}]`);
  for (let presses = 0; presses < 30; presses++) {
    const here = await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);
    if (here === value) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`found no ${name} ${value}`);
}

/** Moves the cursor of the board, which has the focus, to the cell at this index of those of `selector`, with arrow keys. */
export async function goTo(page: Page, selector: string, index: number): Promise<void> {
  const [right, down] = await page.evaluate(
    ([wanted, which]) => {
      const rows = [...document.querySelectorAll('[role=grid] [role=row]')].map((row) => [...row.children]);
      const find = (cell: Element | null | undefined) => {
        const row = rows.findIndex((cells) => cell !== null && cell !== undefined && cells.includes(cell));
        return [row < 0 ? -1 : (rows[row]?.indexOf(cell as Element) ?? -1), row] as const;
      };
      const from = find(document.activeElement);
      const to = find(document.querySelectorAll(wanted)[which]);
      if (from[1] < 0 || to[1] < 0) throw new Error(`found no way from ${from} to ${to}`);
      return [to[0] - from[0], to[1] - from[1]] as const;
    },
    [selector, index] as const,
  );
  for (let step = 0; step < Math.abs(right); step++) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(down); step++) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
}

const CELL = '[role=grid] .cell';

/** Makes one move with keys alone. */
export async function keyMove(page: Page, pick: (below: number) => number): Promise<void> {
  const count = (selector: string) => page.locator(selector).count();
  const press = async (selector: string) => {
    await tabTo(page, selector);
    await page.keyboard.press('Enter');
  };
  if ((await count('p.decide button[data-move]')) > 0 && (await count(`${CELL}.target, ${CELL}.movable`)) === 0) {
    return press('p.decide button[data-move]');
  }
  if ((await count('button.exit')) > 0) return press('button.exit');
  const movable = await count(`${CELL}.movable`);
  if (movable > 0) {
    await tabTo(page, CELL);
    await goTo(page, `${CELL}.movable`, pick(movable));
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${CELL}.target`, { timeout: 5000 });
  } else if ((await count(`${CELL}.target`)) === 0) {
    await press('button.piece.movable');
    await page.waitForSelector(`${CELL}.target`, { timeout: 5000 });
  }
  await tabTo(page, CELL);
  await goTo(page, `${CELL}.target`, pick(await count(`${CELL}.target`)));
  await page.keyboard.press('Enter');
  // Promotion is asked for, and the first answer has the focus.
  if ((await count('.question')) > 0) await page.keyboard.press('Enter');
}
