/**
 * device: what this browser stores between visits: the last person, and copies of documents. Signing out deletes everything, in
 * every window, and so does another person's signing in.
 */
import type { User } from '#schema/access.ts';

import { Emitter } from '../state/emitter.ts';
import { type KeptDocument, LocalStore } from './local-store.ts';

/** The owner of the copies of a guest. */
export const guestKey = 'guest';
export type DeviceUser = User | typeof guestKey;

const visitorKey = 'atelier.visitor';
const channelName = 'atelier';

export class Device {
  /** Null where storage is disabled. */
  readonly store: Promise<LocalStore | null> = LocalStore.open();
  readonly #channel = new BroadcastChannel(channelName);
  readonly #onForgotten = new Emitter<[]>();

  constructor() {
    this.#channel.onmessage = () => this.#onForgotten.emit();
  }

  /** Called when everything was deleted here or in another window. */
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

  async noteVisitor(visitor: DeviceUser): Promise<void> {
    const last = this.lastVisitor();
    const isOther = last !== null && last !== guestKey && (visitor === guestKey || visitor.id !== last.id);
    if (isOther) await this.forget();
    try {
      localStorage.setItem(visitorKey, JSON.stringify(visitor));
    } catch {
      // Nothing is stored here: the next visit needs the network.
    }
  }

  /** Documents with work of this browser that the server does not have yet. */
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
      // It never existed.
    }
    const store = await this.store;
    await store?.clear().catch(() => undefined);
  }
}
