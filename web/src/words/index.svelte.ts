import type { ProblemCode, Text } from '../api/types';
import { settings } from '../lib/settings.svelte';
import { en, type Words } from './en';
import { ja } from './ja';

/** The words of the language that is set; reading them in a component follows the setting. */
export function words(): Words {
  return settings.values.language === 'ja' ? ja : en;
}

/** The server's words in the language that is set. */
export function said(text: Text): string {
  return text[settings.values.language];
}

/** A number with at most one decimal and a typographic minus. */
export function figure(value: number, decimals = 1): string {
  const rounded = Number(value.toFixed(decimals));
  return String(rounded).replace('-', '−');
}

/** What went wrong, in the language that is set. */
export function problemSaid(code: ProblemCode, message: string): string {
  return (words().problems as Partial<Record<ProblemCode, string>>)[code] ?? message;
}

export function dateSaid(at: string): string {
  const locale = settings.values.language === 'ja' ? 'ja-JP' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

/** With a comma between thousands. */
const grouped = (text: string) => text.replace(/\B(?=(\d{3})+$)/g, ',');

/** A number beside an axis: short, with a typographic minus. */
export function tick(value: number): string {
  return grouped(figure(value, Math.abs(value) < 1 ? 2 : 1));
}

/** A hint in one sentence; the server's reason often names the move itself. */
export function hintSaid(move: string, why: string): string {
  return words().table.hintSaid(why.includes(move) ? '' : move, why);
}
