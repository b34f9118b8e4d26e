/**
 * live-board: the messages of a published tab, over a socket that is opened again whenever it breaks.
 *
 * The close code 4404 says that access has ended, and no further attempt is made. After a handshake that failed without a code the
 * page is requested, whose status says the same. Attempts are apart by up to half a minute, at random, so that the readers of a node
 * that restarted do not all return at once; a network that is back, or a page that is looked at again, ends the wait.
 */
import type { PublishedMessage } from '#core/published/board.ts';

export type LiveState = 'opening' | 'live' | 'reconnecting' | 'gone';
type LiveBoardOptions = {
  readonly url: string;
  /** Whether the address is still that of a published board. Rejects if the server cannot be reached. */
  isPublished(): Promise<boolean>;
  onMessage(message: PublishedMessage): void;
  onState(state: LiveState): void;
};

const closeCodes = { gone: 4404, tryLater: 1013 } as const;
/** A lost connection shows only if it is not back by then. */
export const quietMs = 2_000;
const waitMs = { least: 400, afterRefusal: 5_000, most: 30_000 } as const;

export class LiveBoard {
  readonly #options: LiveBoardOptions;
  readonly #stop = new AbortController();
  #socket: WebSocket | null = null;
  #state: LiveState | null = null;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveBoardOptions) {
    this.#options = options;
    this.#say('opening');
    this.#waitQuietly();
    this.#open();
  }

  /** Opens the socket at once if it waits for its next attempt. */
  retry(): void {
    if (this.#socket !== null || this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  end(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    this.#socket?.close();
    this.#socket = null;
  }

  #open(): void {
    const socket = new WebSocket(this.#options.url);
    this.#socket = socket;
    let wasOpen = false;
    const { signal } = this.#stop;
    socket.addEventListener('open', () => { wasOpen = true; }, { signal }); // prettier-ignore
    socket.addEventListener('message', ({ data }) => this.#take(data), { signal });
    socket.addEventListener('close', ({ code }) => void this.#lost(code, wasOpen), { signal });
  }

  #take(data: unknown): void {
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
    this.#attempts = 0;
    this.#say('live');
    this.#options.onMessage(JSON.parse(String(data)) as PublishedMessage);
  }

  async #lost(code: number, wasOpen: boolean): Promise<void> {
    this.#socket = null;
    if (code === closeCodes.gone || (!wasOpen && (await this.#isGone()))) {
      if (this.#stop.signal.aborted) return;
      this.end();
      this.#say('gone');
      return;
    }
    if (this.#stop.signal.aborted) return;
    this.#waitQuietly();
    const wait = Math.min(waitMs.most, waitMs.least * 2 ** this.#attempts);
    this.#attempts += 1;
    const jittered = Math.max(code === closeCodes.tryLater ? waitMs.afterRefusal : 0, wait) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#open(), jittered);
  }

  async #isGone(): Promise<boolean> {
    try {
      return !(await this.#options.isPublished());
    } catch {
      return false;
    }
  }

  #say(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #waitQuietly(): void {
    this.#quiet ??= setTimeout(() => this.#say('reconnecting'), quietMs);
  }
}

/** Ends the wait of a socket when the network is back, or the page is looked at again. Until the returned function is called. */
export function retryWhenBack(retry: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('online', retry, { signal });
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') retry(); }, { signal }); // prettier-ignore
  return () => stop.abort();
}
