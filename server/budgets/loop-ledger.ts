/**
 * Attributes the time of the event loop to accounts (SPEC.md, BG6).
 *
 * An account has the loop from `resume` until another account resumes, it is suspended, or the events of this turn are handled. So one reading of the
 * clock at each change is enough, and nothing is hooked into promises, which would make all of them slower.
 */
export type LoopAccount = { readonly charge: (ms: number) => void };

export class LoopLedger {
  readonly #now: () => number;
  #holder: LoopAccount | null = null;
  #since = 0;
  #isEnding = false;
  /** The time that was attributed to any account. */
  chargedMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The event loop works for this account from now on. */
  resume(account: LoopAccount): void {
    if (this.#holder === account) return;
    const now = this.#now();
    this.#settle(now);
    this.#holder = account;
    this.#since = now;
    if (this.#isEnding) return;
    this.#isEnding = true;
    // After the events that are ready. The loop does not wait for others before it.
    setImmediate(() => {
      this.#isEnding = false;
      this.#end();
    });
  }

  suspend(account: LoopAccount): void {
    if (this.#holder === account) this.#end();
  }

  #end(): void {
    this.#settle(this.#now());
    this.#holder = null;
  }

  #settle(now: number): void {
    if (this.#holder === null) return;
    const ms = now - this.#since;
    this.chargedMs += ms;
    this.#holder.charge(ms);
  }
}
