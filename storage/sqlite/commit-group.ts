/** Finished transactions that wait for a shared commit, because syncing the disk is what takes time (SPEC.md). */
type Member = { readonly resolve: () => void; readonly reject: (failure: Error) => void };

const membersMax = 32;

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

  get mayGrow(): boolean {
    return this.isEmpty || (this.#members.length < membersMax && performance.now() - this.#since < this.#ageMsMax);
  }

  /** Resolves when the group is committed, and rejects if its commit fails. */
  join(): Promise<void> {
    if (this.isEmpty) this.#since = performance.now();
    return new Promise((resolve, reject) => {
      this.#members.push({ resolve, reject });
    });
  }

  succeed(): void {
    for (const { resolve } of this.#end()) resolve();
  }

  fail(failure: Error): void {
    for (const { reject } of this.#end()) reject(failure);
  }

  #end(): readonly Member[] {
    const members = this.#members;
    this.#members = [];
    return members;
  }
}
