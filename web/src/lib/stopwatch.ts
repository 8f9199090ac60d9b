/** How long a page was in sight, in milliseconds: an answer's time, without the time in which another tab was looked at. */
export class Stopwatch {
  #since: number | null = null;

  constructor(private before = 0) {
    document.addEventListener('visibilitychange', this.#turned);
    this.#turned();
  }

  get millis(): number {
    return Math.round(this.before + (this.#since === null ? 0 : performance.now() - this.#since));
  }

  end(): void {
    document.removeEventListener('visibilitychange', this.#turned);
  }

  #turned = (): void => {
    this.before = this.millis;
    this.#since = document.visibilityState === 'visible' ? performance.now() : null;
  };
}
