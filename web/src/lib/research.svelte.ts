import type { Refusal } from '../api/client';
import { Live } from '../api/events';
import * as api from '../api/research';
import type { Progress } from '../api/studyTypes';
import { untilAnswered } from './retrying';
import type { Problem } from './session.svelte';

/** A study as its researcher follows it in this tab. */
export class Research {
  progress = $state.raw<Progress | null>(null);
  files = $state.raw<string[]>([]);
  /** Null until it is known. */
  isLoggedIn = $state<boolean | null>(null);
  isConnected = $state(true);
  problem = $state.raw<Problem | null>(null);
  /** How much of the report is made; null when none is being made. */
  reportMade = $state<number | null>(null);
  isReportReady = $state(false);

  #live: Live<Progress> | null = null;
  isClosed = false;
  #isLooking = false;

  constructor(
    readonly id: string,
    key: string | null,
  ) {
    void (key === null ? this.#open() : this.login(key));
  }

  close(): void {
    this.isClosed = true;
    this.#live?.close();
  }

  async login(key: string): Promise<void> {
    this.problem = null;
    if ((await this.send(() => api.login(this.id, key))) === null) this.isLoggedIn = false;
    else await this.#open();
  }

  async logout(): Promise<void> {
    await this.send(() => api.logout());
    this.#leave();
  }

  async setOpen(isOpen: boolean): Promise<void> {
    this.progress = (await this.send(() => api.setOpen(this.id, isOpen))) ?? this.progress;
  }

  /** Has the report made and waits for it; the server keeps it, so that a link can open it. */
  async makeReport(): Promise<void> {
    this.isReportReady = false;
    this.reportMade = 0;
    while (!this.isClosed) {
      const made = await this.send(() => api.report(this.id));
      if (made === null || made === true) {
        this.isReportReady = made === true;
        break;
      }
      this.reportMade = made;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    this.reportMade = null;
  }

  /** Repeats a request until the server answers; null when it refused, for which `problem` has the reason. */
  send<T>(request: () => Promise<T>): Promise<T | null> {
    return untilAnswered(this, request);
  }

  refused(refusal: Refusal): void {
    this.problem = { code: refusal.code, message: refusal.message };
    if (refusal.status === 401) this.#leave();
  }

  async #open(): Promise<void> {
    this.problem = null;
    if (!(await this.#look())) {
      // Who comes to log in, perhaps with a login for another study, has done nothing wrong.
      this.problem = null;
      this.isLoggedIn = false;
      return;
    }
    this.#live?.close();
    this.files = (await this.send(() => api.files(this.id))) ?? [];
    this.#live = new Live<Progress>(api.eventsAddress(this.id), 'study', {
      message: (progress) => (this.progress = progress),
      connected: (isConnected) => {
        this.isConnected = isConnected;
        if (!isConnected) void this.#lookAgain();
      },
    });
  }

  /** The stream may have ended because the login has. */
  async #lookAgain(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    await this.#look();
    this.#isLooking = false;
  }

  async #look(): Promise<boolean> {
    const progress = await this.send(() => api.progress(this.id));
    if (progress === null) return false;
    this.progress = progress;
    this.isLoggedIn = true;
    return true;
  }

  #leave(): void {
    this.#live?.close();
    this.#live = null;
    this.progress = null;
    this.isReportReady = false;
    this.isLoggedIn = false;
  }
}
