import type { Table } from '../api/types';
import { FLIP_APART, DROP, SEED } from '../lib/motion';
import { settings } from '../lib/settings.svelte';
import { click, ending, pass, seed } from './instruments';
import { Music } from './music';

interface Wishes {
  sound: boolean;
  music: boolean;
  volume: number;
}

class Player {
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #music: Music | null = null;

  /** Does as the settings say. A browser lets sound begin only after a click; until then it waits for one. */
  follow(wishes: Wishes): void {
    const { context, out, music } = this.#open();
    out.gain.setTargetAtTime(wishes.volume, context.currentTime, 0.05);
    if (wishes.music) music.start();
    else music.stop();
    if (wishes.sound || wishes.music) void context.resume();
    else void context.suspend();
  }

  /** The sounds of what happened between two states of a table. */
  hear(table: Table, before: Table): void {
    const { context, out } = this.#open();
    const now = context.currentTime + 0.02;
    const second = settings.slowness / 1000;
    const step = table.plies.length > before.plies.length ? table.step : null;
    if (step?.kind === 'othello') {
      click(context, out, now + DROP * second);
      step.flipped.forEach((_, group) => click(context, out, now + (DROP + FLIP_APART * (group + 2)) * second, 1.25));
    } else if (step?.kind === 'kalah') step.path.forEach((_, index) => seed(context, out, now + SEED * (index + 1) * second));
    else if (step?.kind === 'slide') click(context, out, now + 0.12 * settings.slowness);
    else if (step?.kind === 'pass') pass(context, out, now);
    if (table.result !== null && before.result === null) ending(context, out, now + 0.6, table.result.person);
  }

  #open(): { context: AudioContext; out: GainNode; music: Music } {
    if (this.#context === null || this.#out === null || this.#music === null) {
      const context = new AudioContext();
      const out = context.createGain();
      out.gain.value = settings.values.volume;
      out.connect(context.destination);
      [this.#context, this.#out, this.#music] = [context, out, new Music(context, out)];
      const wake = () => (settings.values.sound || settings.values.music) && void context.resume();
      document.addEventListener('pointerdown', wake);
      document.addEventListener('keydown', wake);
    }
    return { context: this.#context, out: this.#out, music: this.#music };
  }
}

export const player = new Player();
