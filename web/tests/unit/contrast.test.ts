import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const style = readFileSync(join(import.meta.dirname, '../../src/style.css'), 'utf8');

/** The colours that a rule of the style sheet sets. */
function colours(selector: string): Map<string, string> {
  const from = style.indexOf(`${selector} {`);
  expect(from, selector).toBeGreaterThanOrEqual(0);
  const rule = style.slice(from, style.indexOf('}', from));
  return new Map([...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]));
}

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
}

function contrast(one: string, two: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const light = colours(':root');
const dark = new Map([...light, ...colours(":root[data-theme='dark']")]);

describe.each([['light', light], ['dark', dark]])('in the %s theme', (_, theme) => {
  const of = (name: string) => theme.get(name) ?? '';

  it.each([
    ['the marks of what may move and where to, on moss', 'pink', 'moss'],
    ['on dusk', 'pink', 'dusk'],
    ['on kaya', 'pink-mark', 'kaya'],
    ['the ring of a house that may be sown', 'pink-mark', 'kaya'],
    ['what is picked up, on moss', 'orange', 'moss'],
    ['on dusk', 'orange', 'dusk'],
  ])('%s can be told apart (3 : 1)', (_what, mark, field) => {
    expect(contrast(of(mark), of(field))).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['ink', 'paper'], ['soft', 'paper'], ['soft', 'sheet'], ['indigo', 'paper'], ['on-indigo', 'indigo'], ['vermilion-ink', 'paper'],
  ])('%s on %s can be read (4.5 : 1)', (text, ground) => expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5));
});
