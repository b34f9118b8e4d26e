/**
 * lock-restoration: locked things on their way back to how they lay.
 *
 * Putting back is a write to the journal and takes its time; the editors go on meanwhile.
 * B1  What counts is how a thing lay before the first edit, by itself or as part of its tab: what lies there since is no
 *     original.
 * B2  What is written to it meanwhile, even after it was removed, is put back too.
 * B3  A write that fails is tried again until it succeeds or the document is gone: nothing else would mend it.
 */
import { lockedKey, type LockedSnapshot, type LockedPath } from './locked-snapshot.ts';
import type { GuardPass } from './guard/verdict.ts';

export type LockRestorationOptions = {
  /** Resolves when the image is in the journal and on the screens; also when there is no such document. */
  readonly write: (documentId: string, image: LockedSnapshot) => Promise<unknown>;
  readonly onFailed: (documentId: string, error: unknown) => void;
};

type UnderWay = { readonly image: Map<string, { readonly path: LockedPath; readonly value: unknown }>; again: boolean };

const retryMs = 500;

export class LockRestoration {
  readonly #options: LockRestorationOptions;
  readonly #underWay = new Map<string, UnderWay>();
  #closed = false;

  constructor(options: LockRestorationOptions) {
    this.#options = options;
  }

  /** After an update was applied: `image` is of the locked things that it touched, empty when it touched none. */
  schedule(documentId: string, image: LockedSnapshot, touched: GuardPass['touches']): void {
    const known = this.#underWay.get(documentId);
    if (known === undefined) {
      if (image.size > 0) void this.#run(documentId, { image: new Map(image), again: true });
      return;
    }
    known.again ||= image.size > 0 || isAmong(touched, known.image);
    for (const [key, entry] of image) {
      const isKept = known.image.has(key) || known.image.has(lockedKey([entry.path[0]]));
      if (!isKept) known.image.set(key, entry); // [B1]
    }
  }

  /** Whatever is under way is tried once and not again. */
  close(): void {
    this.#closed = true;
  }

  async #run(documentId: string, underWay: UnderWay): Promise<void> {
    this.#underWay.set(documentId, underWay);
    while (underWay.again) {
      underWay.again = false;
      try {
        await this.#options.write(documentId, underWay.image);
      } catch (error) {
        this.#options.onFailed(documentId, error);
        if (this.#closed) break;
        underWay.again = true; // [B3]
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
    this.#underWay.delete(documentId);
  }
}

/** [B2] */
function isAmong({ tabs, addedTabs, settings }: GuardPass['touches'], image: LockedSnapshot): boolean {
  for (const tab of [...addedTabs, ...settings]) if (image.has(lockedKey([tab]))) return true;
  for (const [tab, ids] of tabs) {
    if (image.has(lockedKey([tab]))) return true;
    for (const id of ids) if (image.has(lockedKey([tab, 'elements', id]))) return true;
  }
  return false;
}
