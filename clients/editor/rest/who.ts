/**
 * who: the person who is signed in on this browser.
 *
 * `guest` is somebody without an account: share links give them documents, nothing else.
 */
import type { User } from '#schema/access.ts';

import { Cell, type Store } from '../live/store.ts';
import { call, Refused } from './call.ts';

export type Who = { readonly state: 'asking' } | { readonly state: 'guest' } | { readonly state: 'person'; readonly user: User };

export class WhoStore implements Store<Who> {
  readonly #cell = new Cell<Who>({ state: 'asking' });

  get(): Who {
    return this.#cell.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#cell.subscribe(listener);
  }

  /** Asks the server. Throws Unreachable. */
  async ask(): Promise<void> {
    try {
      const { user } = await call<{ user: User }>('GET', '/me');
      this.#cell.set({ state: 'person', user });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#cell.set({ state: 'guest' });
    }
  }

  /** With an e-mail address and password, or a one-time code. Throws Refused and Unreachable. */
  async signIn(credentials: { readonly email: string; readonly password: string } | { readonly code: string }): Promise<void> {
    const { user } = await call<{ user: User }>('POST', '/session', { body: credentials });
    this.#cell.set({ state: 'person', user });
  }

  async signOut(): Promise<void> {
    await call('DELETE', '/session');
    this.#cell.set({ state: 'guest' });
  }
}
