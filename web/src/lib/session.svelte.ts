import * as api from '../api/client';
import { Refusal, Unreachable } from '../api/client';
import { Live, patience } from '../api/events';
import type { Hint, Move, ProblemCode, Table } from '../api/types';
import { duration, Pause } from './motion';
import { settings } from './settings.svelte';

/** What went wrong, in the server's words; the page translates codes that it knows. */
export interface Problem {
  code: ProblemCode;
  message: string;
}

/**
 * One table as this tab sees it. Newer versions replace older ones, whichever way they come; each is shown for as long as its
 * motion takes. The rules live on the server alone.
 */
export class TableSession {
  /** What is on the screen. */
  shown = $state.raw<Table | null>(null);
  /** The last that has been shown to its end: what counters count. */
  settled = $state.raw<Table | null>(null);
  /** Whether the step of `shown` is to be seen moving: not after a reload or an undo. */
  isFresh = $state(false);
  /** Whether its last move was put down here before the server confirmed it. */
  isPutDown = $state(false);
  /** The newest that is known; ahead of `shown` while something moves. */
  newest = $state.raw<Table | null>(null);
  isConnected = $state(true);
  problem = $state.raw<Problem | null>(null);
  /** The move that was made here and is not yet confirmed. */
  pending = $state.raw<Move | null>(null);
  isSending = $state(false);
  hint = $state.raw<Hint | null>(null);
  /** When `newest` came, for clocks that go on between messages. */
  receivedAt = $state(0);

  #queue: Table[] = [];
  #isShowing = false;
  #pause = new Pause();
  #events: Live<Table> | null = null;
  #isClosed = false;
  /** The version whose answer was hurried. */
  #hurried = 0;

  constructor(
    readonly id: string,
    private readonly onchange: (table: Table, before: Table | null) => void,
  ) {
    void this.#open();
  }

  get isMine(): boolean {
    const table = this.shown;
    return (
      table !== null && table === this.newest && table.phase === 'playing' && table.toMove === table.seat && !this.isSending
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#pause.end();
    this.#events?.close();
  }

  /** Ends the motion that is being shown, and the pause that an opponent makes before it answers. */
  hurry(): void {
    this.#pause.end();
    const table = this.newest;
    if (table?.thinking !== true || this.#hurried === table.version) return;
    this.#hurried = table.version;
    // Nothing is lost if it does not arrive: the answer comes a moment later.
    void api.hurry(this.id).catch(() => undefined);
  }

  play(move: Move): Promise<void> {
    if (!this.isMine) return Promise.resolve();
    this.pending = move;
    return this.#send((version) => api.playMove(this.id, version, move.text));
  }

  /** The next of two people has the screen before them. */
  ready(): Promise<void> {
    return this.#send((version) => api.ready(this.id, version));
  }

  setUp(reds: string): Promise<void> {
    return this.#send((version) => api.setUp(this.id, version, reds));
  }

  undo(): Promise<void> {
    return this.#send((version) => api.undo(this.id, version));
  }

  resign(): Promise<void> {
    return this.#send((version) => api.resign(this.id, version));
  }

  async askHint(): Promise<void> {
    const version = this.newest?.version;
    try {
      const hint = await api.hint(this.id);
      if (this.newest?.version === version) this.hint = hint;
    } catch (error) {
      this.#failed(error);
    }
  }

  async #open(): Promise<void> {
    for (let tries = 0; !this.#isClosed; tries++) {
      try {
        this.#accept(await api.getTable(this.id));
        break;
      } catch (error) {
        this.#failed(error);
        if (!(error instanceof Unreachable)) return;
        await this.#pause.wait(patience(tries));
      }
    }
    if (this.#isClosed || this.newest?.phase === 'over') return;
    this.#events = new Live<Table>(api.eventsAddress(this.id), 'table', {
      message: (table) => this.#accept(table),
      connected: (isConnected) => (this.isConnected = isConnected),
      poll: () => api.getTable(this.id),
    });
  }

  /**
   * Sends with the version that the person saw. A lost answer is asked for again with the same version: the server knows the
   * request that made its state, so nothing is doubled.
   */
  async #send(request: (version: number) => Promise<Table>): Promise<void> {
    const version = this.newest?.version;
    if (version === undefined || this.isSending) return;
    this.isSending = true;
    this.problem = null;
    for (let tries = 0; !this.#isClosed && this.newest?.version === version; tries++) {
      try {
        this.#accept(await request(version));
        break;
      } catch (error) {
        this.#failed(error);
        if (!(error instanceof Unreachable)) {
          this.pending = null;
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, patience(tries)));
      }
    }
    this.isSending = false;
  }

  #failed(error: unknown): void {
    if (error instanceof Unreachable) this.isConnected = false;
    else if (error instanceof Refusal) {
      if (error.table !== null) this.#accept(error.table);
      this.problem = { code: error.code, message: error.message };
    } else throw error;
  }

  #accept(table: Table): void {
    this.isConnected = true;
    if (this.newest !== null && table.version <= this.newest.version) return;
    this.newest = table;
    this.receivedAt = performance.now();
    this.hint = null;
    if (table.phase === 'over') this.#events?.close();
    this.#queue.push(table);
    // Whoever moves on does not wait for what moved before.
    if (this.pending !== null) this.#pause.end();
    if (!this.#isShowing) void this.#show();
  }

  async #show(): Promise<void> {
    this.#isShowing = true;
    for (let next = this.#queue.shift(); next !== undefined && !this.#isClosed; next = this.#queue.shift()) {
      const before = this.shown;
      this.isFresh = before !== null && next.plies.length === before.plies.length + 1;
      this.isPutDown = this.pending !== null;
      this.shown = next;
      this.pending = null;
      this.onchange(next, before);
      if (this.isFresh) await this.#pause.wait(duration(next.step) * settings.slowness);
      this.settled = next;
    }
    this.#isShowing = false;
  }
}
