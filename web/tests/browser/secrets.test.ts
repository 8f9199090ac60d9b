import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { chance, play, resign, setUpGhosts } from './hands';
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

interface Seen {
  path: string;
  side: unknown;
  colour: unknown;
}

/** Every object with a colour, wherever it is, and where it is. */
function coloured(value: unknown, path = ''): Seen[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = 'colour' in value ? [{ path, side: 'side' in value ? value.side : undefined, colour: value.colour }] : [];
  return [...here, ...Object.entries(value).flatMap(([key, inside]) => coloured(inside, `${path}.${key}`))];
}

it.each(['first', 'second'] as const)('what a browser receives of Geister as %s hides what it must until the end', async (seat) => {
  const visitor = await Visitor.arrive(browser, server.address, { language: 'en', width: 1280, speed: 'off' });
  await visitor.sitDown('geister', seat);
  await setUpGhosts(visitor.page, [0, 1, 2, 3]);
  const standing = await play(visitor.page, 25, chance(seat.length));
  if (standing === 'mine') await resign(visitor.page);

  const messages = (await visitor.everything()).map((text) => JSON.parse(text) as unknown);
  const tables = messages.filter(
    (message): message is { phase: string; seat: string; position: object } =>
      typeof message === 'object' && message !== null && 'position' in message,
  );
  const before = tables.filter((table) => table.phase !== 'over');
  expect(before.length).toBeGreaterThan(20);
  let hidden = 0;
  for (const table of before) {
    for (const seen of coloured(table)) {
      const isEnemyOnBoard = seen.side !== seat && seen.path.startsWith('.position.ghosts');
      if (!isEnemyOnBoard) continue;
      hidden += 1;
      expect(seen.colour, seen.path).toBe('unknown');
    }
    // Colours stand in the position and nowhere else; no list of letters gives them away either.
    const { position: _, ...rest } = table;
    expect(JSON.stringify(rest)).not.toMatch(/"(red|blue)"|"reds?"|"setup":\s*"/);
  }
  expect(hidden).toBeGreaterThan(100);
  // The scan can see: at the end the same colours are there.
  const over = tables.filter((table) => table.phase === 'over');
  expect(over.length).toBeGreaterThan(0);
  expect(over.flatMap((table) => coloured(table)).some((seen) => seen.side !== seat && seen.colour === 'red')).toBe(true);
  await visitor.leave();
});
