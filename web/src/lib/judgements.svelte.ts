import { SvelteMap } from 'svelte/reactivity';

import * as api from '../api/studies';
import type { Ply, SideName } from '../api/types';
import type { GameStep, Judgement, Verdict } from '../api/studyTypes';
import { draft, saveDraft } from './drafts';
import type { Participation } from './participation.svelte';

interface Draft {
  /** Judged here and not yet acknowledged. */
  unsent: Judgement[];
  /** Notes that have been begun and not been given, by ply. */
  notes: [number, string][];
  millis: number;
}

export interface Judged {
  verdict: Verdict | null;
  note: string;
}

/** The program's moves that can be judged: a pass is none. */
export const judgeable = (plies: Ply[], seat: SideName): Ply[] => plies.filter((ply) => ply.side !== seat && ply.onBoard);

/**
 * Which move is asked about: of those since the person's last move the first that is not judged; when all are, the last of all.
 */
export function nextToJudge(plies: Ply[], seat: SideName, isJudged: (ply: number) => boolean): Ply | undefined {
  const own = plies.findLast((ply) => ply.side === seat)?.number ?? 0;
  const theirs = judgeable(plies, seat);
  return theirs.find((ply) => ply.number > own && !isJudged(ply.number)) ?? theirs[theirs.length - 1];
}

/** How a person finds the program's moves in one game. Each verdict is sent in its turn, and again until it is acknowledged. */
export class Judgements {
  readonly given = new SvelteMap<number, Judged>();
  /** How long this game was looked at before the page was loaded. */
  readonly before: number;
  readonly #key: [string, number, string];
  readonly #unsent = new Map<number, Judgement>();
  /** Moves whose note has been changed and not been given. */
  readonly #written = new Set<number>();
  #sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly participation: Participation,
    private readonly step: GameStep,
  ) {
    this.#key = [participation.link, participation.me?.number ?? 0, step.id];
    const saved = draft<Draft>(...this.#key);
    this.before = saved.millis ?? 0;
    for (const { ply, verdict, note } of step.judged) this.given.set(ply, { verdict, note });
    for (const judgement of saved.unsent ?? []) this.#give(judgement);
    for (const [ply, note] of saved.notes ?? []) this.write(ply, note);
    void this.#flush();
  }

  isJudged = (ply: number): boolean => (this.given.get(ply)?.verdict ?? null) !== null;

  judge(ply: number, verdict: Verdict): Promise<void> {
    this.#give({ ply, verdict, note: this.given.get(ply)?.note ?? '' });
    return this.#flush();
  }

  /** While a note is being written: it is only kept here. */
  write(ply: number, note: string): void {
    this.given.set(ply, { verdict: this.given.get(ply)?.verdict ?? null, note });
    this.#written.add(ply);
  }

  /** When a note is written; one to a move without a verdict waits for it. */
  giveNote(ply: number): Promise<void> {
    const { verdict = null, note = '' } = this.given.get(ply) ?? {};
    if (verdict === null || !this.#written.has(ply)) return Promise.resolve();
    this.#give({ ply, verdict, note });
    return this.#flush();
  }

  /** Before the game's end is confirmed: notes that found no verdict go with "normal", and everything has arrived. */
  async finish(): Promise<void> {
    for (const ply of this.#written) {
      const { verdict, note } = this.given.get(ply) ?? { verdict: null, note: '' };
      if (verdict !== null || note.trim() !== '') this.#give({ ply, verdict: verdict ?? 'normal', note });
    }
    await this.#flush();
  }

  /** Keeps in the browser what the server has not acknowledged. */
  keep(millis: number): void {
    const notes = [...this.#written].map((ply): [number, string] => [ply, this.given.get(ply)?.note ?? '']);
    const saved: Draft = { unsent: [...this.#unsent.values()], notes, millis };
    saveDraft(...this.#key, saved);
  }

  #give(judgement: Judgement): void {
    this.given.set(judgement.ply, { verdict: judgement.verdict, note: judgement.note });
    this.#unsent.set(judgement.ply, judgement);
    this.#written.delete(judgement.ply);
  }

  /** One after the other, so that the last word on a move is the last to arrive. */
  #flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendAll());
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#first(); next !== undefined; next = this.#first()) {
      const judgement = next;
      await this.participation.send(() => api.judge(this.participation.link, this.step.id, judgement));
      // It may have been changed while it was on its way; what was refused would be refused again.
      if (this.#unsent.get(judgement.ply) === judgement) this.#unsent.delete(judgement.ply);
    }
  }

  #first(): Judgement | undefined {
    return this.#unsent.values().next().value;
  }
}
