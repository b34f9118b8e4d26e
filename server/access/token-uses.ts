/**
 * token-uses: when tokens were last used, collected here and written now and then, so that a call costs no write.
 *
 * A use is lost when the process dies before the next flush: `lastUsedAt` is a hint for its owner, not a record.
 */
import type { Storage } from '#storage/storage.ts';
import { touchTokens } from '#storage/tokens.ts';

export class TokenUses {
  #uses = new Map<string, number>();

  note(tokenId: string, at: number): void {
    this.#uses.set(tokenId, at);
  }

  /** Writes what was collected. Throws when storage does; the uses are kept for the next time. */
  async flush(storage: Storage): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await storage.transact((tx) => touchTokens(tx, uses));
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }
}
