/** Finished transactions that wait for a shared commit, because syncing the disk is what takes time (SPEC.md). */
type Member = { readonly resolve: () => void; readonly reject: (failure: Error) => void };

const membersMax = 32;

/** The members of a group that has ended. */
type Ended = { succeed(): void; fail(failure: Error): void };

export class CommitGroup {
  readonly #ageMsMax: number;
  #members: Member[] = [];
  #since = 0;

  constructor(ageMsMax: number) {
    this.#ageMsMax = ageMsMax;
  }

  get isEmpty(): boolean {
    return this.#members.length === 0;
  }

  /** `isSyncing`: the disk is busy with the group before, so a commit could not be on disk earlier. */
  mayGrow(isSyncing: boolean): boolean {
    if (this.isEmpty) return true;
    return this.#members.length < membersMax && (isSyncing || performance.now() - this.#since < this.#ageMsMax);
  }

  /** Resolves when the group is on disk, and rejects if its commit fails. */
  join(): Promise<void> {
    if (this.isEmpty) this.#since = performance.now();
    return new Promise((resolve, reject) => {
      this.#members.push({ resolve, reject });
    });
  }

  /** Empties the group, for the next one. */
  end(): Ended {
    const members = this.#members;
    this.#members = [];
    return {
      succeed() {
        for (const { resolve } of members) resolve();
      },
      fail(failure) {
        for (const { reject } of members) reject(failure);
      },
    };
  }
}
