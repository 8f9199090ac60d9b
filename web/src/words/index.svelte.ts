import type { Text } from '../api/types';
import { settings } from '../lib/settings.svelte';
import { en, type Words } from './en';
import { ja } from './ja';

/** The words of the language that is set; reading them in a component follows the setting. */
export function words(): Words {
  return settings.kept.language === 'ja' ? ja : en;
}

/** The server's words in the language that is set. */
export function said(text: Text): string {
  return text[settings.kept.language];
}

/** A number with tabular brevity: whole where it is whole, one decimal otherwise, with a true minus. */
export function figure(value: number, decimals = 1): string {
  const rounded = Number(value.toFixed(decimals));
  return String(rounded).replace('-', '−');
}

/** What went wrong, in the language that is set. */
export function problemSaid(code: string, message: string): string {
  return words().problems[code] ?? message;
}

export function dateSaid(at: string): string {
  const locale = settings.kept.language === 'ja' ? 'ja-JP' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}
