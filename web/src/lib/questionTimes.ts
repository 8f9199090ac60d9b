import type { Stopwatch } from './stopwatch';

/**
 * How long each question of a step took, in milliseconds: whatever passes until a question is touched goes to that question. Time in
 * which the page was out of sight does not count.
 */
export class QuestionTimes {
  readonly times: Record<string, number>;
  #until: number;

  constructor(
    private readonly watch: Stopwatch,
    before: Record<string, number> = {},
  ) {
    this.times = { ...before };
    this.#until = watch.millis;
  }

  touch(item: string): void {
    const now = this.watch.millis;
    this.times[item] = (this.times[item] ?? 0) + now - this.#until;
    this.#until = now;
  }
}
