import type { ProblemCode, Text, ValueUnit } from '../api/types';
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

/** A value as a person reads it: a win rate in percent, anything else with its sign. */
export function valueSaid(value: number, unit: ValueUnit): string {
  if (unit === 'win-rate') return `${Math.round((value + 0.5) * 100)}%`;
  return (value > 0 ? '+' : '') + figure(value) + ' ' + words().review.units[unit];
}

/** How much a move lost. */
export function lossSaid(loss: number, unit: ValueUnit): string {
  return unit === 'win-rate' ? `${Math.round(loss * 100)}%` : figure(loss);
}
