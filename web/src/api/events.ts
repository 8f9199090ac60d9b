/** How long to wait before the n-th try to connect again, in milliseconds. */
export function patience(tries: number): number {
  return Math.min(500 * 2 ** tries, 5000);
}

/** How often a state is asked for while no stream comes, in milliseconds. */
export const POLL = 1500;
/** How long the stream is left alone at most where asking stands in for it: a server without room for it should not be pressed. */
const STREAM_AGAIN = 15_000;

export interface Listener<T> {
  message(message: T): void;
  connected(isConnected: boolean): void;
  /** Asks once for the present state. With this, updates come even where the server refuses or cuts the stream. */
  poll?: () => Promise<T>;
}

/** Live updates: the events called `name` from an address of the server. It connects again by itself until it is closed. */
export class Live<T> {
  #source: EventSource | null = null;
  #tries = 0;
  #misses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polling: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    private readonly address: string,
    private readonly name: string,
    private readonly listener: Listener<T>,
  ) {
    window.addEventListener('online', this.#again);
    window.addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#seen);
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#rest();
    window.removeEventListener('online', this.#again);
    window.removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#seen);
  }

  #connect(): void {
    this.#source?.close();
    const source = new EventSource(this.address);
    this.#source = source;
    source.addEventListener(this.name, (event) => {
      this.#tries = 0;
      clearTimeout(this.#polling);
      this.#polling = undefined;
      this.listener.connected(true);
      this.listener.message(JSON.parse((event as MessageEvent<string>).data) as T);
    });
    // The browser's own retry gives up after a refused answer, as a server that is just starting may send one.
    source.addEventListener('error', () => this.#lost());
  }

  #lost(): void {
    if (this.#isClosed) return;
    this.#source?.close();
    this.#source = null;
    // Where asking works, nothing is lost: only what fails there is worth a word.
    if (this.#polling === undefined) {
      if (this.listener.poll === undefined) this.listener.connected(false);
      else void this.#poll();
    }
    clearTimeout(this.#timer);
    const tries = this.#tries++;
    const wait = this.listener.poll === undefined ? patience(tries) : Math.min(500 * 2 ** tries, STREAM_AGAIN);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  async #poll(): Promise<void> {
    const { poll } = this.listener;
    if (poll === undefined) return;
    // Holds the place until the answer is there.
    const mine = (this.#polling = setTimeout(() => undefined));
    let isAnswered = false;
    try {
      const state = await poll();
      if (this.#polling !== mine || this.#isClosed) return;
      isAnswered = true;
      this.listener.connected(true);
      this.listener.message(state);
    } catch {
      if (this.#polling !== mine || this.#isClosed) return;
      this.listener.connected(false);
    }
    this.#misses = isAnswered ? 0 : this.#misses + 1;
    this.#polling = setTimeout(() => void this.#poll(), POLL + (isAnswered ? 0 : patience(this.#misses)));
  }

  #rest(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#polling);
    this.#polling = undefined;
    this.#source?.close();
    this.#source = null;
  }

  #offline = (): void => {
    if (this.#isClosed) return;
    this.listener.connected(false);
    this.#lost();
  };

  #again = (): void => {
    if (this.#isClosed) return;
    this.#tries = 0;
    clearTimeout(this.#timer);
    this.#connect();
  };

  /** A browser allows few connections to one server: a tab that nobody looks at gives its own back. */
  #seen = (): void => {
    if (this.#isClosed) return;
    if (document.visibilityState === 'visible') this.#again();
    else this.#rest();
  };
}
