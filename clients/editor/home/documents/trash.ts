/**
 * trash: the documents that were moved to the trash in this browser.
 *
 * The server keeps a trashed document for 30 days but does not list it, so this browser remembers them for each person. Anything
 * else in the storage is ignored.
 */
import { limits } from '#schema/limits.ts';

export type Trashed = { readonly id: string; readonly name: string; readonly at: number };

const keptMs = limits.trashDays * 24 * 60 * 60 * 1_000;
const remembered = 200;

export class Trash {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #key: string;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, userId: string) {
    this.#storage = storage;
    this.#key = `atelier.trash.${userId}`;
  }

  /** Newest first. */
  list(now: number): readonly Trashed[] {
    return this.#read().filter(({ at }) => now - at < keptMs && at <= now);
  }

  add(entry: Trashed): void {
    this.#write([entry, ...this.#read().filter(({ id }) => id !== entry.id)].slice(0, remembered));
  }

  remove(id: string): void {
    this.#write(this.#read().filter((entry) => entry.id !== id));
  }

  #read(): readonly Trashed[] {
    try {
      const value: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '[]');
      return Array.isArray(value) ? value.filter(isTrashed) : [];
    } catch {
      // Another program wrote there, or storage is disabled: the same as empty.
      return [];
    }
  }

  #write(entries: readonly Trashed[]): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(entries));
    } catch {
      // Storage is disabled or full: the document can still be restored from the notification.
    }
  }
}

function isTrashed(value: unknown): value is Trashed {
  const { id, name, at } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && /^doc_[0-9a-z]{16,40}$/.test(id) && typeof name === 'string' && Number.isFinite(at);
}
