/** id-sets: sets of ids by key. Empty sets are deleted. */
export class IdSets {
  readonly #sets = new Map<string, Set<string>>();

  get(key: string): ReadonlySet<string> {
    return this.#sets.get(key) ?? none;
  }

  has(key: string): boolean {
    return this.#sets.has(key);
  }

  /** Returns the number of ids that the key has now. */
  add(key: string, id: string): number {
    const set = this.#sets.get(key);
    if (set === undefined) this.#sets.set(key, new Set([id]));
    else set.add(id);
    return set?.size ?? 1;
  }

  /** Returns the number of ids that the key has left. */
  delete(key: string, id: string): number {
    const set = this.#sets.get(key);
    set?.delete(id);
    if (set?.size === 0) this.#sets.delete(key);
    return set?.size ?? 0;
  }
}

const none: ReadonlySet<string> = new Set();
