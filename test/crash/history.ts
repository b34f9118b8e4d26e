/**
 * The calls that clients sent to one tab and the answers that they got, without looking at the server's storage.
 *
 * The `summary` of a changeset is its key, which identifies the call of a record. A put of an editor writes two elements in one transaction;
 * their position encodes the number of the put.
 */
import type { ChangesetAnswer } from '#schema/changeset.ts';
import type { ApiAnswer } from '#test/harness/api.ts';

/** `unknown`: an attempt broke before an answer or is in progress, and no other attempt was answered with 2xx. */
export type CallOutcome = 'applied' | 'refused' | 'unknown';

/** One changeset under one Idempotency-Key, sent once or several times. */
export class SentChangeset {
  readonly key: string;
  readonly operations: string;
  /** The status of each attempt; 0: no answer. */
  readonly statuses: number[] = [];
  /** When it was first sent, and when it was answered with 2xx; milliseconds of one clock. */
  sentAt: number | null = null;
  answeredAt: number | null = null;
  /** From the answer. */
  applied: { readonly id: string; readonly rev: number; readonly previousRev: number; readonly added: readonly string[] } | null =
    null;

  constructor(key: string, operations: string) {
    this.key = key;
    this.operations = operations;
  }

  get outcome(): CallOutcome {
    if (this.applied !== null) return 'applied';
    return this.statuses.includes(0) ? 'unknown' : 'refused';
  }

  attempt(): void {
    this.statuses.push(0);
    this.sentAt ??= performance.now();
  }

  answered({ status, body }: ApiAnswer<ChangesetAnswer>): void {
    this.statuses[this.statuses.length - 1] = status;
    if (status !== 201) return;
    const { changeset, results } = body;
    if (changeset === null) throw new Error(`${this.key} was answered 201 without a changeset`);
    const { id, rev, previousRev } = changeset;
    this.answeredAt = performance.now();
    this.applied = { id, rev, previousRev, added: results.filter(({ mark }) => mark === '+').map((result) => result.id) };
  }
}

export type EditorElement = {
  /** The numbers of the last put and of the last acknowledged put; 0: none. */
  put: number;
  acknowledged: number;
  /** Written by the same puts. */
  readonly twin: string;
};

export class WriteHistory {
  readonly changesets = new Map<string, SentChangeset>();
  readonly editorElements = new Map<string, EditorElement>();
  /** Elements of agents that editors move, too: this history does not know which write was last. */
  readonly contested = new Set<string>();

  sent(key: string, operations: string): SentChangeset {
    const sent = new SentChangeset(key, operations);
    this.changesets.set(key, sent);
    return sent;
  }

  outcomes(outcome: CallOutcome): SentChangeset[] {
    return [...this.changesets.values()].filter((sent) => sent.outcome === outcome);
  }

  put(ids: readonly [string, string], put: number): void {
    for (const [index, id] of ids.entries()) {
      const known = this.editorElements.get(id);
      if (known === undefined) this.editorElements.set(id, { put, acknowledged: 0, twin: ids[1 - index]! });
      else known.put = put;
    }
  }

  /** Records that all puts of these elements so far are acknowledged. */
  acknowledged(ids: Iterable<string>): void {
    for (const id of ids) {
      const element = this.editorElements.get(id);
      if (element !== undefined) element.acknowledged = element.put;
    }
  }
}

/** A copy of what is acknowledged now, to compare with a storage while clients continue to write. */
export function acknowledgedIn(history: WriteHistory): WriteHistory {
  const copy = new WriteHistory();
  for (const sent of history.outcomes('applied')) copy.changesets.set(sent.key, sent);
  for (const [id, element] of history.editorElements) copy.editorElements.set(id, { ...element, put: Infinity });
  return copy;
}

/** The number of calls by answer, for messages; 0: no answer. */
export function answersOf(history: WriteHistory): string {
  const counts = new Map<number, number>();
  for (const { statuses } of history.changesets.values())
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}
