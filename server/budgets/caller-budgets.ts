/** Budgets of the event loop's time and of bytes (SPEC.md). Sockets and open documents are counted where they are opened. */
import type { Actor } from '#server/access/actor.ts';

import {
  type BudgetHolder,
  budgetOf,
  type HolderKind,
  holdersOf,
  holdersOfLink,
  type PerCaller,
  unlimited,
} from './budget-holders.ts';
import { workingFor } from './current-account.ts';
import { LoopLedger } from './loop-ledger.ts';
import { RecentCallers } from './recent-callers.ts';
import { TokenBuckets } from './token-buckets.ts';

export type BudgetName = 'loop' | 'bytes' | 'sockets' | 'documents';

export type CallerLimits = {
  /** Percent of the event loop's time. */
  readonly loop: PerCaller;
  /** Bytes a second. */
  readonly bytes: PerCaller;
};

export type UsedUp = { readonly budget: BudgetName; readonly holder: HolderKind; readonly waitMs: number };

/** For how long unused budgets grow: enough for a person who opens large documents, and for a gallery that is loaded at once. */
const growthSeconds = { loop: 5, bytes: 120 };

/** A caller that has had the event loop to itself for this long delays nobody. */
const aloneMs = 10_000;

type BudgetBuckets = {
  readonly budget: BudgetName;
  readonly buckets: Readonly<Record<BudgetHolder['size'], TokenBuckets | null>>;
};

export class CallerBudgets {
  readonly #now: () => number;
  readonly #onUsedUp: (budget: BudgetName, holder: HolderKind) => void;
  readonly #ledger: LoopLedger;
  readonly #recent = new RecentCallers(aloneMs);
  readonly #loop: BudgetBuckets;
  readonly #bytes: BudgetBuckets;

  constructor({ loop, bytes }: CallerLimits, now: () => number, onUsedUp: (budget: BudgetName, holder: HolderKind) => void) {
    this.#now = now;
    this.#onUsedUp = onUsedUp;
    this.#ledger = new LoopLedger(now);
    // A percent of a second is 10 ms.
    this.#loop = bucketsOf('loop', loop, 10, growthSeconds.loop);
    this.#bytes = bucketsOf('bytes', bytes, 1, growthSeconds.bytes);
  }

  /** The time that the event loop has worked for callers. */
  get loopMs(): number {
    return this.#ledger.chargedMs;
  }

  /** `actor`: null for an anonymous caller. */
  account(actor: Actor | null, address: string): CallerAccount {
    return this.#account(holdersOf(actor, address));
  }

  /** Of all who read a published link. */
  accountOfLink(linkId: string): CallerAccount {
    return this.#account(holdersOfLink(linkId));
  }

  #account(holders: readonly BudgetHolder[]): CallerAccount {
    // The widest holder: the person, or the address.
    const caller = holders.at(-1)?.key ?? '';
    const take = ({ buckets }: BudgetBuckets, amount: number): void => {
      const now = this.#now();
      for (const { size, key } of holders) buckets[size]?.take(key, amount, now);
    };
    const ledger = this.#ledger;
    const account: CallerAccount = {
      charge: (ms) => {
        this.#recent.used(caller, this.#now());
        take(this.#loop, ms);
      },
      transferred: (bytes) => take(this.#bytes, bytes),
      usedUp: () => this.#usedUp(holders, caller),
      resume: () => ledger.resume(account),
      suspend: () => ledger.suspend(account),
      run: (work) => workingFor(account, work),
    };
    return account;
  }

  /** Counts a refusal for the metrics. */
  refused({ budget, holder }: Pick<UsedUp, 'budget' | 'holder'>): void {
    this.#onUsedUp(budget, holder);
  }

  #usedUp(holders: readonly BudgetHolder[], caller: string): UsedUp | null {
    const now = this.#now();
    for (const { budget, buckets } of this.#recent.isAlone(caller, now) ? [this.#bytes] : [this.#loop, this.#bytes])
      for (const { kind, size, key } of holders) {
        const waitMs = buckets[size]?.waitMs(key, now) ?? 0;
        if (waitMs > 0) return { budget, holder: kind, waitMs };
      }
    return null;
  }
}

export const unlimitedBudgets = (): CallerBudgets =>
  new CallerBudgets({ loop: unlimited, bytes: unlimited }, () => performance.now(), () => undefined); // prettier-ignore

export type CallerAccount = {
  charge: (ms: number) => void;
  transferred(bytes: number): void;
  /** A budget that is used up, and the time until it is refilled; null if there is none. */
  usedUp(): UsedUp | null;
  /** The event loop works for this account from now on. */
  resume(): void;
  suspend(): void;
  /** Does work, and what follows from it, for this account. */
  run<T>(work: () => T): T;
};

function bucketsOf(budget: BudgetName, limit: PerCaller, unitsPerSecond: number, seconds: number): BudgetBuckets {
  const of = (size: BudgetHolder['size']): TokenBuckets | null => {
    const amount = budgetOf({ size }, limit);
    if (amount === null) return null;
    const perSecond = amount * unitsPerSecond;
    return new TokenBuckets(perSecond / 1_000, perSecond * seconds);
  };
  return { budget, buckets: { part: of('part'), person: of('person'), address: of('address'), link: of('link') } };
}
