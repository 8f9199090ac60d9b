import type { Given, Item } from '../api/studyTypes';

/** What stands in a questionnaire's fields. Numbers are kept as they are typed. */
export type Written = Record<string, Given>;

/** What is wrong with what stands in a field. */
export type Fault = 'missing' | 'too long' | 'outside';

/** Letters as people count them, and as the server does: not the units that JavaScript counts. */
export const letters = (text: string): number => [...text].length;

function isEmpty(given: Given | undefined): boolean {
  if (given === undefined) return true;
  return typeof given === 'number' ? false : given.length === 0 || (typeof given === 'string' && given.trim() === '');
}

function faultOf(item: Item, given: Given | undefined): Fault | null {
  if (isEmpty(given)) return item.required ? 'missing' : null;
  if (item.kind === 'text' && item.longest !== undefined && letters(String(given)) > item.longest) return 'too long';
  if (item.kind === 'number') {
    const number = numberIn(String(given));
    if (number === null) return 'missing';
    if (number < (item.low ?? -Infinity) || number > (item.high ?? Infinity)) return 'outside';
  }
  return null;
}

/** The number that a text means, also in the wide digits of a Japanese keyboard; null when it means none. */
export function numberIn(text: string): number | null {
  const plain = text.normalize('NFKC').replace('−', '-').trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** A questionnaire's answer as the server takes it, and what keeps it from being one. Items that were left out are left out. */
export function answerOf(items: Item[], written: Written): { value: Written; faults: Map<string, Fault> } {
  const value: Written = {};
  const faults = new Map<string, Fault>();
  for (const item of items) {
    const given = written[item.id];
    const fault = faultOf(item, given);
    if (fault !== null) faults.set(item.id, fault);
    else if (given !== undefined && !isEmpty(given)) value[item.id] = item.kind === 'number' ? (numberIn(String(given)) ?? given) : given;
  }
  return { value, faults };
}
