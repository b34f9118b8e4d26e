/**
 * mention-store: how many mentions the signed-in person has not read.
 *
 * While it is watched, it asks the server each minute and when the person comes back to the page.
 */
import { createContext, useContext } from 'react';

import { call } from '../api/call.ts';
import { FollowedSignal } from '../state/followed-signal.ts';
import { type Readable, useValue } from '../state/signal.ts';

const everyMs = 60_000;

export class MentionStore implements Readable<number> {
  readonly #unread = new FollowedSignal(0, () => this.#watch());
  /** Comments that this page has marked as read. */
  readonly #read = new Set<string>();

  get(): number {
    return this.#unread.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#unread.subscribe(listener);
  }

  /** Of an answer of the server. */
  set(unread: number): void {
    this.#unread.set(unread);
  }

  /** Asks the server. Without an answer the number stays. */
  async refresh(): Promise<void> {
    const answer = await call('GET /me/mentions', { query: { limit: 1 } }).catch(() => null);
    if (answer !== null) this.set(answer.unread);
  }

  /** `older`: all before it, too. Throws CallRefused and CallUnreachable. */
  async read(comment: string, older = false): Promise<void> {
    const { unread } = await call('POST /me/mentions/read', { body: { comment, ...(older && { older }) } });
    this.#read.add(comment);
    this.set(unread);
  }

  /** The comment is on the screen. A failure leaves it unread. */
  seen(comment: string): void {
    if (this.#read.has(comment) || this.get() === 0) return;
    this.#read.add(comment);
    this.read(comment).catch(() => this.#read.delete(comment));
  }

  #watch(): () => void {
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.refresh();
    };
    look();
    const timer = setInterval(look, everyMs);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }
}

/** Null for people without an account. */
export const MentionContext = createContext<MentionStore | null>(null);

export const useMentionStore = (): MentionStore | null => useContext(MentionContext);

const nothing: Readable<number> = { get: () => 0, subscribe: () => () => undefined };

/** None for people without an account. */
export const useUnread = (): number => useValue(useMentionStore() ?? nothing);
