import type { Table } from '../api/types';
import { announcer } from './announcer.svelte';
import { news } from './news';
import { settings } from './settings.svelte';

/** What a new state of a table sounds like: words for a screen reader, and the sounds if they are wished for. */
export function heard(table: Table, before: Table | null): void {
  announcer.say(news(table, before, settings.kept.language));
  if (settings.kept.sound && before !== null) void import('../sound/player').then(({ player }) => player.hear(table, before));
}
