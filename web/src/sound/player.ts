import type { Table } from '../api/types';
import { afterGesture } from '../lib/gesture';
import { FLIP_APART, DROP, SEED } from '../lib/motion';
import { settings } from '../lib/settings.svelte';
import { click, ending, pass, seed } from './instruments';
import { Music } from './music';

interface Wishes {
  sound: boolean;
  music: boolean;
  volume: number;
}

interface Instruments {
  context: AudioContext;
  out: GainNode;
  music: Music;
}

class Player {
  #instruments: Instruments | null = null;
  #wishes: Wishes | null = null;

  /** Does as the settings say. A browser complains of sound before the first click or key; nothing is made until then. */
  follow(wishes: Wishes): void {
    this.#wishes = wishes;
    afterGesture(() => this.#obey());
  }

  /** The sounds of what happened between two states of a table. */
  hear(table: Table, before: Table): void {
    if (this.#instruments === null) return;
    const { context, out } = this.#instruments;
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

  #obey(): void {
    const wishes = this.#wishes;
    if (wishes === null) return;
    const isWished = wishes.sound || wishes.music;
    if (this.#instruments === null && !isWished) return;
    const { context, out, music } = (this.#instruments ??= this.#make());
    out.gain.setTargetAtTime(wishes.volume, context.currentTime, 0.05);
    if (wishes.music) music.start();
    else music.stop();
    void (isWished ? context.resume() : context.suspend());
  }

  #make(): Instruments {
    const context = new AudioContext();
    const out = context.createGain();
    out.gain.value = settings.values.volume;
    out.connect(context.destination);
    return { context, out, music: new Music(context, out) };
  }
}

export const player = new Player();
