import type { OversightKind } from '../../api/types';
import { settings } from '../../lib/settings.svelte';
import { tick } from '../index.svelte';
import { en, type LearnWords } from './en';
import { ja } from './ja';

/** The words of the pages on which one learns from one's games, in a chunk of their own: the first visit does not load them. */
export function learnWords(): LearnWords {
  return settings.values.language === 'ja' ? ja : en;
}

/** A chance as a person reads it. */
export const percent = (chance: number): string => `${Math.round(chance * 100)}%`;

/** Changes of a chance are at least one percent: nothing is called a mistake that loses none. */
export const percentLost = (loss: number): string => `${Math.max(1, Math.round(loss * 100))}%`;

/** In how many days, as people say it: tomorrow, in 3 days. */
export function inDays(at: string, now: number = Date.now()): string {
  const days = Math.max(1, Math.round((new Date(at).getTime() - now) / 86_400_000));
  return new Intl.RelativeTimeFormat(settings.values.language, { numeric: 'auto' }).format(days, 'day');
}

/** A strength as it is said: no surer than to ten points. */
export const eloSaid = (rating: number): string => tick(Math.round(rating / 10) * 10);

/** What is overlooked, as a heading. */
export const kindSaid = (kind: OversightKind): string => learnWords().kinds[kind];
