import type { Verdict } from '../../api/studyTypes';

export const VERDICTS: Verdict[] = ['bad', 'normal', 'good'];

/** As commentators mark moves, in both languages. */
export const MARKS: Record<Verdict, string> = { bad: '?', normal: '·', good: '!' };

export const SHORTCUTS: Record<Verdict, string> = { bad: 'b 1', normal: 'n 2', good: 'g 3' };
const KEYS: Record<string, Verdict> = { b: 'bad', 1: 'bad', n: 'normal', 2: 'normal', g: 'good', 3: 'good' };

/** The verdict that a key stands for; null for any other key, and where one writes. */
export function verdictOf(event: KeyboardEvent): Verdict | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return null;
  if ((event.target as HTMLElement).closest?.('input, textarea, select')) return null;
  // While a Japanese keyboard composes, only the place of the key is told.
  const key = event.key === 'Process' ? event.code.replace(/^(Key|Digit|Numpad)/, '') : event.key.normalize('NFKC');
  return KEYS[key.toLowerCase()] ?? null;
}
