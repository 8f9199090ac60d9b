import type { Lesson, LessonFrame, LessonMove, LessonStep, Move } from '../api/types';
import { duration, Pause } from './motion';
import { settings } from './settings.svelte';

/** How long the board rests between a move and the answer to it, in milliseconds. */
const REST = 600;

/** Asked for a move; it is being shown; it was another one; or it did as asked. */
export type LessonState = 'asked' | 'moving' | 'wrong' | 'done';

/** A lesson as one reader goes through it. Moves and what follows come with it: no rule is known here. */
export class LessonSession {
  at = $state(0);
  state = $state<LessonState>('asked');
  /** What is on the board instead of the step's own position. */
  frame = $state.raw<LessonFrame | null>(null);
  /** Differs for each showing of a frame. */
  key = $state(0);

  #pause = new Pause();
  #run = 0;

  constructor(readonly lesson: Lesson) {}

  get step(): LessonStep {
    // A lesson has at least one step.
    return this.lesson.steps[this.at] as LessonStep;
  }

  get isLast(): boolean {
    return this.at === this.lesson.steps.length - 1;
  }

  /** What may be played now. */
  get legal(): Move[] {
    return this.state === 'asked' ? this.step.moves.map((one) => one.move) : [];
  }

  async play(move: Move): Promise<void> {
    const chosen = this.step.moves.find((one) => one.move.text === move.text);
    if (this.state !== 'asked' || chosen === undefined) return;
    const mine = ++this.#run;
    this.state = 'moving';
    await this.#show(chosen, mine);
    if (mine === this.#run) this.state = chosen.isRight ? 'done' : 'wrong';
  }

  /** The same step again. */
  again(): void {
    this.go(this.at);
  }

  go(at: number): void {
    if (at < 0 || at >= this.lesson.steps.length) return;
    this.#run += 1;
    this.#pause.end();
    this.at = at;
    this.frame = null;
    this.key += 1;
    this.state = 'asked';
  }

  /** Ends the motion that is being shown. */
  hurry(): void {
    this.#pause.end();
  }

  async #show({ frames }: LessonMove, mine: number): Promise<void> {
    for (const [index, frame] of frames.entries()) {
      if (index > 0) await this.#pause.wait(REST * settings.slowness);
      if (mine !== this.#run) return;
      this.frame = frame;
      this.key += 1;
      await this.#pause.wait(duration(frame.step) * settings.slowness);
    }
  }
}
