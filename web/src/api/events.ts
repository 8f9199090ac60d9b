/** How long to wait before the n-th try to connect again, in milliseconds. */
export function patience(tries: number): number {
  return Math.min(500 * 2 ** tries, 5000);
}

export interface Listener<T> {
  message(message: T): void;
  connected(isConnected: boolean): void;
}

/** Live updates: the events called `name` from an address of the server. It connects again by itself until it is closed. */
export class Live<T> {
  #source: EventSource | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(
    private readonly address: string,
    private readonly name: string,
    private readonly listener: Listener<T>,
  ) {
    window.addEventListener('online', this.#again);
    window.addEventListener('offline', this.#lost);
    document.addEventListener('visibilitychange', this.#seen);
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#source?.close();
    window.removeEventListener('online', this.#again);
    window.removeEventListener('offline', this.#lost);
    document.removeEventListener('visibilitychange', this.#seen);
  }

  #connect(): void {
    this.#source?.close();
    const source = new EventSource(this.address);
    this.#source = source;
    source.addEventListener(this.name, (event) => {
      this.#tries = 0;
      this.listener.connected(true);
      this.listener.message(JSON.parse((event as MessageEvent<string>).data) as T);
    });
    // The browser's own retry gives up after a refused answer, as a server that is just starting may send one.
    source.addEventListener('error', this.#lost);
  }

  #lost = (): void => {
    if (this.#isClosed) return;
    this.#source?.close();
    this.listener.connected(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), patience(this.#tries++));
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
    else {
      clearTimeout(this.#timer);
      this.#source?.close();
    }
  };
}
