/** What a screen reader hears next. Two lines take turns, so that the same words twice are heard twice. */
class Announcer {
  lines = $state(['', '']);
  #turn = 0;

  say(text: string): void {
    if (text === '') return;
    const other = 1 - this.#turn;
    this.lines[this.#turn] = '';
    this.lines[other] = text;
    this.#turn = other;
  }
}

export const announcer = new Announcer();
