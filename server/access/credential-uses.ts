/**
 * Collects when tokens and sessions were last used and writes that in batches, so a call costs no write. Uses are lost if the process
 * dies before the next flush: `lastUsedAt` is a hint for the person, not a record.
 */
import type { Db, Storage } from '#storage/storage.ts';

type Write = (tx: Db, uses: ReadonlyMap<string, number>) => Promise<void>;

export class CredentialUses {
  readonly #write: Write;
  #uses = new Map<string, number>();

  constructor(write: Write) {
    this.#write = write;
  }

  note(credential: string, at: number): void {
    this.#uses.set(credential, at);
  }

  /** Writes the collected uses. If storage throws, so does this, and the uses are kept for the next flush. */
  async flush(storage: Storage): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await storage.transact((tx) => this.#write(tx, uses));
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }
}
