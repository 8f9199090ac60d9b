import type { Table } from '../api/types';
import { announcer } from './announcer.svelte';
import { spokenUpdate } from './spoken';
import { settings } from './settings.svelte';

/** Tells a person about a new state of the table: words for a screen reader, and sounds if they are on. */
export function notifyOfChange(table: Table, before: Table | null): void {
  announcer.say(spokenUpdate(table, before, settings.values.language));
  if (settings.values.sound && before !== null) void import('../sound/player').then(({ player }) => player.hear(table, before));
}
