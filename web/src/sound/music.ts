import { tone } from './instruments';

/** The hirajōshi scale on D, in semitones above it: five notes that rest well beside each other. */
const SCALE = [0, 2, 3, 7, 8];
const D3 = 146.83;
const BEAT = 1.15;

export const pitchOf = (degree: number): number => {
  const octave = Math.floor(degree / SCALE.length);
  const step = SCALE[degree - octave * SCALE.length] ?? 0;
  return D3 * 2 ** (octave + step / 12);
};

export interface Note {
  degree: number;
  beats: number;
  loud: number;
}

/**
 * A walk over the scale: mostly to a neighbour, now and then a leap or a rest, drawn back towards the middle. Every note comes
 * from `random`, so no two evenings sound alike.
 */
export function* walk(random: () => number): Generator<Note> {
  let degree = 7;
  for (;;) {
    const leap = random() < 0.18 ? 3 : 1;
    const pull = degree > 11 ? -1 : degree < 4 ? 1 : random() < 0.5 ? -1 : 1;
    degree = Math.max(1, Math.min(14, degree + pull * leap));
    const beats = [0.5, 1, 1, 1.5, 2, 3][Math.floor(random() * 6)] ?? 1;
    yield { degree, beats, loud: random() < 0.2 ? 0 : 0.1 + random() * 0.1 };
  }
}

/** Plays until it is stopped: a melody like a plucked string, and under it a low fifth that comes and goes. */
export class Music {
  #timer: ReturnType<typeof setInterval> | undefined;
  #notes = walk(Math.random);
  #next = 0;
  #bass = 0;

  constructor(
    private readonly context: AudioContext,
    private readonly out: AudioNode,
  ) {}

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  start(): void {
    if (this.isPlaying) return;
    this.#next = this.#bass = this.context.currentTime + 0.1;
    this.#timer = setInterval(() => this.#ahead(), 250);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Writes a second ahead, so that a busy page does not stutter. */
  #ahead(): void {
    const until = this.context.currentTime + 1;
    while (this.#next < until) {
      const note = this.#notes.next().value as Note;
      if (note.loud > 0) tone(this.context, this.out, this.#next, pitchOf(note.degree), note.loud, 2.6);
      this.#next += note.beats * BEAT;
    }
    while (this.#bass < until) {
      tone(this.context, this.out, this.#bass, pitchOf(-5), 0.07, 7);
      tone(this.context, this.out, this.#bass, pitchOf(-2), 0.05, 7);
      this.#bass += (6 + Math.floor(Math.random() * 4)) * BEAT;
    }
  }
}
