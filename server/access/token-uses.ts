/**
 * Collects when tokens were last used and writes that in batches, so a call costs no write. Uses are lost if the process dies
 * before the next flush: `lastUsedAt` is a hint for the token's owner, not a record.
 */
import type { Storage } from '#storage/storage.ts';
import { touchTokens } from '#storage/tokens.ts';

export class TokenUses {
  #uses = new Map<string, number>();

  note(tokenId: string, at: number): void {
    this.#uses.set(tokenId, at);
  }

  /** Writes the collected uses. If storage throws, so does this, and the uses are kept for the next flush. */
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
