/**
 * device: what this browser remembers between visits: who was here last, and copies of documents.
 *
 * F1  Signing out forgets everything, in every window; so does somebody else's signing in.
 */
import type { User } from '#schema/access.ts';

import { Emitter } from '../state/emitter.ts';
import { type KeptDocument, LocalStore } from './local-store.ts';

/** Under what copies of somebody without an account are kept. */
export const guestKey = 'guest';
export type DeviceUser = User | typeof guestKey;

const visitorKey = 'atelier.visitor';
const channelName = 'atelier';

export class Device {
  /** Null where nothing can be kept. */
  readonly store: Promise<LocalStore | null> = LocalStore.open();
  readonly #channel = new BroadcastChannel(channelName);
  readonly #onForgotten = new Emitter<[]>();

  constructor() {
    this.#channel.onmessage = () => this.#onForgotten.emit();
  }

  /** Called when everything was forgotten here or in another window. */
  onForgotten(listener: () => void): () => void {
    return this.#onForgotten.add(listener);
  }

  lastVisitor(): DeviceUser | null {
    try {
      const text = localStorage.getItem(visitorKey);
      return text === null ? null : (JSON.parse(text) as DeviceUser);
    } catch {
      return null;
    }
  }

  /** [F1] */
  async noteVisitor(visitor: DeviceUser): Promise<void> {
    const last = this.lastVisitor();
    const isOther = last !== null && last !== guestKey && (visitor === guestKey || visitor.id !== last.id);
    if (isOther) await this.forget();
    try {
      localStorage.setItem(visitorKey, JSON.stringify(visitor));
    } catch {
      // Nothing is kept here: the next visit needs the network.
    }
  }

  /** Documents of which the server has not got all that was written in this browser. */
  async unsentDocuments(): Promise<readonly KeptDocument[]> {
    const store = await this.store;
    return store === null ? [] : store.unsentDocuments().catch(() => []);
  }

  async forget(): Promise<void> {
    this.#channel.postMessage('forgotten');
    this.#onForgotten.emit();
    try {
      localStorage.removeItem(visitorKey);
    } catch {
      // It was never there.
    }
    const store = await this.store;
    await store?.clear().catch(() => undefined);
  }
}
