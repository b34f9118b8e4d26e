/**
 * Restores locked elements, layers and tabs that editors changed before they could know of the lock (SPEC.md, LV37 to LV39). Restoring is a
 * write to the journal; the editors continue to edit meanwhile.
 */
import { lockedKey, type LockedSnapshot, type LockedPath } from './locked-snapshot.ts';
import type { GuardPass } from './guard/verdict.ts';

export type LockRestorationOptions = {
  /** Resolves when the snapshot is in the journal and on the screens, or if there is no such document. */
  readonly write: (documentId: string, snapshot: LockedSnapshot) => Promise<unknown>;
  readonly onFailed: (documentId: string, error: unknown) => void;
};

type PendingRestoration = {
  readonly snapshot: Map<string, { readonly path: LockedPath; readonly value: unknown }>;
  again: boolean;
};

const retryMs = 500;

export class LockRestoration {
  readonly #options: LockRestorationOptions;
  readonly #pending = new Map<string, PendingRestoration>();
  #closed = false;

  constructor(options: LockRestorationOptions) {
    this.#options = options;
  }

  /** Call after an update was applied. `snapshot` has the locked things that it touched, as they were before. */
  schedule(documentId: string, snapshot: LockedSnapshot, touched: GuardPass['touches']): void {
    const pending = this.#pending.get(documentId);
    if (pending === undefined) {
      if (snapshot.size > 0) void this.#run(documentId, { snapshot: new Map(snapshot), again: true });
      return;
    }
    pending.again ||= snapshot.size > 0 || touchesSnapshot(touched, pending.snapshot);
    for (const [key, entry] of snapshot) {
      // The first state counts, of the thing itself or as part of its tab: later ones are not original.
      const isKept = pending.snapshot.has(key) || pending.snapshot.has(lockedKey([entry.path[0]]));
      if (!isKept) pending.snapshot.set(key, entry);
    }
  }

  /** Pending restorations are tried once more and then dropped. */
  close(): void {
    this.#closed = true;
  }

  async #run(documentId: string, pending: PendingRestoration): Promise<void> {
    this.#pending.set(documentId, pending);
    while (pending.again) {
      pending.again = false;
      try {
        await this.#options.write(documentId, pending.snapshot);
      } catch (error) {
        this.#options.onFailed(documentId, error);
        if (this.#closed) break;
        pending.again = true;
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
    this.#pending.delete(documentId);
  }
}

/** True if an update touched something that is being restored [LV38]. */
function touchesSnapshot({ tabs, addedTabs, settings }: GuardPass['touches'], snapshot: LockedSnapshot): boolean {
  for (const tab of [...addedTabs, ...settings]) if (snapshot.has(lockedKey([tab]))) return true;
  for (const [tab, ids] of tabs) {
    if (snapshot.has(lockedKey([tab]))) return true;
    for (const id of ids) if (snapshot.has(lockedKey([tab, 'elements', id]))) return true;
  }
  return false;
}
