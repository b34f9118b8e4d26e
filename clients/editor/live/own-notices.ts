/**
 * own-notices: keeps back the notices of changesets that the caller reports itself, which need no message about a change by others.
 *
 * A notice can arrive before the answer that names its changeset. Notices of people therefore wait while such a call is under way.
 */
import type { ChangesetNotice } from './notices.ts';

/** `isOwn`: the caller has reported the changeset. */
export type Notice = ChangesetNotice & { readonly isOwn: boolean };

export class OwnNotices {
  readonly #emit: (notice: Notice) => void;
  readonly #ids = new Set<string>();
  #waiting: ChangesetNotice[] = [];
  #calls = 0;

  constructor(emit: (notice: Notice) => void) {
    this.#emit = emit;
  }

  take(notice: ChangesetNotice): void {
    if (this.#calls > 0 && !notice.agent) this.#waiting.push(notice);
    else this.#pass(notice);
  }

  /** Runs a call that answers with the changeset it has written, or null. */
  async reporting<T extends { readonly changeset: { readonly id: string } | null }>(call: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      const answer = await call();
      if (answer.changeset !== null) this.#ids.add(answer.changeset.id);
      return answer;
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) for (const notice of this.#waiting.splice(0)) this.#pass(notice);
    }
  }

  #pass(notice: ChangesetNotice): void {
    this.#emit({ ...notice, isOwn: this.#ids.has(notice.id) });
  }
}
