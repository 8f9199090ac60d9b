import type { BoardChange, KalahPosition } from '../api/types';
import { Pause, SEED, SWEEP } from './motion';
import { moments, seedsOf, type Moment, type Seeds } from './sowing';

const total = (seeds: Seeds) => [...seeds.values()].reduce((sum, count) => sum + count, 0);

/**
 * Shows one position of Kalah after another, seed by seed where a move led from one to the next. What lies in the pits and what the
 * hand holds always add up to all seeds: a sowing that is interrupted ends where its move led, never halfway.
 */
export class Sower {
  seeds = $state.raw<Seeds>(new Map());
  hand = $state.raw<Pick<Moment, 'hand' | 'held'> | null>(null);

  /** Where the sowing that is shown, or the last one, leads. */
  #target: Seeds;
  #key: string;
  #pause = new Pause();
  #isHurried = false;
  #run = 0;

  constructor(position: KalahPosition, key: string) {
    this.#target = seedsOf(position);
    this.seeds = this.#target;
    this.#key = key;
  }

  /** Goes to `next`; `step` is the move that led there if it is to be seen, and `key` differs for each showing. */
  async show(next: KalahPosition, key: string, step: BoardChange | null, slowness: number): Promise<void> {
    const mine = ++this.#run;
    this.#pause.end();
    this.#pause = new Pause();
    this.#isHurried = false;
    const before = this.#target;
    this.#target = seedsOf(next);
    const isNew = key !== this.#key;
    this.#key = key;
    if (isNew && step?.kind === 'kalah' && slowness > 0 && total(before) === total(this.#target)) {
      // By the clock, so that waits that are a little too long do not add up.
      let due = performance.now();
      for (const moment of moments(before, step)) {
        this.seeds = moment.seeds;
        this.hand = { hand: moment.hand, held: moment.held };
        due += (moment.isSweep ? SWEEP : SEED) * slowness;
        await this.#pause.wait(due - performance.now());
        if (mine !== this.#run) return;
        if (this.#isHurried) break;
      }
    }
    this.hand = null;
    this.seeds = this.#target;
  }

  /** Ends what is being shown. */
  hurry(): void {
    this.#isHurried = true;
    this.#pause.end();
  }

  /** Stops for good. */
  close(): void {
    this.#run += 1;
    this.#pause.end();
  }
}
