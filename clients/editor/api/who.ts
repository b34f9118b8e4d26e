/**
 * who: the person who is signed in on this browser.
 *
 * `guest` is a person without an account: share links give them documents, nothing else. Without an answer of the server it is
 * the last person here: they see what this browser has stored, and nothing that the server would have to return.
 */
import type { User } from '#schema/access.ts';
import type { MePatch } from '#schema/account-calls.ts';

import { Signal, type Readable } from '../state/signal.ts';
import { type Device, guestKey } from '../offline/device.ts';
import { call, CallRefused, CallUnreachable } from './call.ts';

export type Identity =
  | { readonly state: 'asking' }
  | { readonly state: 'guest' }
  | { readonly state: 'person'; readonly user: User; readonly isAdministrator?: boolean };

/** The credentials are right, and the account asks for a second factor as well. */
export const isSecondStep = (error: unknown): boolean => error instanceof CallRefused && error.code === 'second_factor_required';

/** An e-mail address and password, or a one-time code. */
export type Credentials = { readonly email: string; readonly password: string } | { readonly code: string };

export class WhoStore implements Readable<Identity> {
  readonly #cell = new Signal<Identity>({ state: 'asking' });
  readonly device: Device;

  constructor(device: Device) {
    this.device = device;
    device.onForgotten(() => this.#cell.set({ state: 'guest' }));
  }

  get(): Identity {
    return this.#cell.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#cell.subscribe(listener);
  }

  /** Asks the server. Throws CallUnreachable if this browser has no last person. */
  async ask(): Promise<void> {
    try {
      const { user, administrator } = await call('GET /me');
      await this.#isPerson(user, administrator);
    } catch (error) {
      const last = this.device.lastVisitor();
      if (error instanceof CallUnreachable && last !== null) {
        this.#cell.set(last === guestKey ? { state: 'guest' } : { state: 'person', user: last });
        return;
      }
      if (!(error instanceof CallRefused)) throw error;
      this.#cell.set({ state: 'guest' });
    }
  }

  /** Stores that a guest was let in, so that the documents they open are available offline. */
  async noteGuest(): Promise<void> {
    if (this.#cell.get().state === 'guest') await this.device.noteVisitor(guestKey);
  }

  /** Throws CallRefused (`second_factor_required` if a code is missing) and CallUnreachable. */
  async signIn(credentials: Credentials & { readonly secondFactor?: string }): Promise<void> {
    await call('POST /session', { body: credentials });
    const { user, administrator } = await call('GET /me');
    await this.#isPerson(user, administrator);
  }

  /** Throws CallRefused and CallUnreachable. */
  async change(changes: Pick<MePatch, 'name' | 'color'>): Promise<void> {
    const { user } = await call('PATCH /me', { body: changes });
    const me = this.#cell.get();
    await this.#isPerson(user, me.state === 'person' && me.isAdministrator);
  }

  async signOut(): Promise<void> {
    await call('DELETE /session');
    await this.device.forget();
  }

  async #isPerson(user: User, isAdministrator = false): Promise<void> {
    await this.device.noteVisitor(user);
    this.#cell.set({ state: 'person', user, isAdministrator });
  }
}
