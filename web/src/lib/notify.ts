import type { Table } from '../api/types';
import { announcer } from './announcer.svelte';
import { spokenUpdate } from './spoken';
import { settings } from './settings.svelte';

/** Tells a person about a new state of the table: words for a screen reader, and sounds if they are on. */
export function notifyOfChange(table: Table, before: Table | null): void {
  announcer.say(spokenUpdate(table, before, settings.values.language));
  if (!settings.values.sound || before === null) return;
  // Nothing sounds before the first move, and no script for it is fetched.
  void import('../sound/player').then(({ player }) => {
    const { sound, music, volume } = settings.values;
    player.follow({ sound, music, volume });
    player.hear(table, before);
  });
}
