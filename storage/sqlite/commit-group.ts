/**
 * commit-group: transactions that are done and wait for one commit, since what takes long is the disk.
 *
 * G1  A transaction that ends while others wait for their turn is committed together with them; one alone at once.
 * G2  Each is undone alone when its own work fails; when the commit fails, it has failed for all of them.
 * G3  A group takes no more once it is large or old, so that the first does not wait long for the last.
 */
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

  /** [G3] */
  get mayGrow(): boolean {
    return this.isEmpty || (this.#members.length < membersMax - 1 && performance.now() - this.#since < this.#ageMsMax);
  }

  /** Resolves when the group is committed; rejects as its commit does. */
  join(): Promise<void> {
    if (this.isEmpty) this.#since = performance.now();
    return new Promise((resolve, reject) => {
      this.#members.push({ resolve, reject });
    });
  }

  succeed(): void {
    for (const { resolve } of this.#end()) resolve();
  }

  /** [G2] */
  fail(failure: Error): void {
    for (const { reject } of this.#end()) reject(failure);
  }

  #end(): readonly Member[] {
    const members = this.#members;
    this.#members = [];
    return members;
  }
}
