import type { Refusal } from '../api/client';
import * as api from '../api/studies';
import type { ParticipantView, Study, Wrong } from '../api/studyTypes';
import { dropDrafts } from './drafts';
import { untilAnswered } from './retrying';
import type { Problem } from './session.svelte';
import type { Language } from './settings.svelte';

/** Whether what the server said is where a participant is. */
function isMe(said: unknown): said is ParticipantView {
  return typeof said === 'object' && said !== null && 'state' in said && 'done' in said && 'of' in said;
}

/**
 * One participant's way through a study as this tab sees it. The server alone knows which step is the present one: whatever it says,
 * also while it refuses, is shown. What could not be sent is sent again until it arrives; the server takes a step's answer once.
 */
export class Participation {
  study = $state.raw<Study | null>(null);
  me = $state.raw<ParticipantView | null>(null);
  /** A code to go on elsewhere, right after it was made. */
  code = $state<string | null>(null);
  /** They have just joined and have not gone on to the first step: there is a code to be noted. */
  isNew = $state(false);
  isConnected = $state(true);
  isSending = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** Which answers the server would not take. */
  wrong = $state.raw<Wrong[]>([]);
  /** The last answer came too late: its step had one already. */
  wasAnswered = $state(false);

  isClosed = false;

  constructor(readonly link: string) {
    document.addEventListener('visibilitychange', this.#look);
    // Also when the back button brings the page as it was left.
    window.addEventListener('pageshow', this.#look);
    void this.open();
  }

  close(): void {
    this.isClosed = true;
    document.removeEventListener('visibilitychange', this.#look);
    window.removeEventListener('pageshow', this.#look);
  }

  async open(): Promise<void> {
    const study = await this.send(() => api.getStudy(this.link));
    if (study === null) return;
    this.study = study;
    this.#accept(study.me);
  }

  join(language: Language, group: string | null): Promise<void> {
    return this.#once(async () => {
      const joined = await this.send(() => api.join(this.link, language, group));
      if (joined === null) return;
      this.code = joined.code;
      this.isNew = joined.code !== null;
      this.#accept(joined.me);
    });
  }

  resume(code: string): Promise<void> {
    return this.#once(async () => this.#accept(await this.send(() => api.resume(this.link, code))));
  }

  makeCode(): Promise<void> {
    return this.#once(async () => {
      this.code = (await this.send(() => api.newCode(this.link)))?.code ?? null;
    });
  }

  answer(step: string, value: unknown, millis: number, times: Record<string, number> = {}): Promise<void> {
    return this.#once(async () => this.#accept(await this.send(() => api.answer(this.link, step, value, millis, times))));
  }

  withdraw(): Promise<void> {
    return this.#once(async () => this.#accept(await this.send(() => api.withdraw(this.link))));
  }

  /** Repeats a request until the server answers; null when it refused, for which `problem` or `wrong` has the reasons. */
  send<T>(request: () => Promise<T>): Promise<T | null> {
    return untilAnswered(this, request);
  }

  /** One thing at a time: a second click while the first is on its way does nothing. */
  async #once(task: () => Promise<void>): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.problem = null;
    this.wrong = [];
    this.wasAnswered = false;
    try {
      await task();
    } finally {
      this.isSending = false;
    }
  }

  refused(refusal: Refusal): void {
    const { me, items } = refusal.beside;
    const present = isMe(me) ? me : isMe(refusal.beside) ? refusal.beside : null;
    if (present !== null && present.step?.id !== this.me?.step?.id) {
      this.#accept(present);
      this.wasAnswered = true;
    } else if (Array.isArray(items) && (items as Wrong[]).some((one) => one.item !== '')) this.wrong = items as Wrong[];
    else this.problem = { code: refusal.code, message: refusal.message };
  }

  #accept(me: ParticipantView | null): void {
    if (me === null) return;
    const known = this.me;
    // An answer that was overtaken by a later one.
    if (known !== null && known.number === me.number && me.state === 'going' && me.done < known.done) return;
    if (me.step?.id !== known?.step?.id) {
      this.problem = null;
      this.wrong = [];
    }
    this.me = me;
    dropDrafts(this.link, me.number, me.step?.id ?? null);
  }

  /** Another tab may have gone on in the meantime. */
  #look = (): void => {
    if (document.visibilityState !== 'visible' || this.me?.state !== 'going' || this.isSending) return;
    api.getParticipant(this.link).then(
      (me) => this.#accept(me),
      () => undefined, // The next answer will tell.
    );
  };
}
