/** Whether the changes of others conflict with a changeset, and what its sender can do next (SPEC.md). */
import { summaryOf } from '#core/notation/naming.ts';
import { quoteShort } from '#core/notation/quote.ts';
import type { TabView } from '#core/tab/view.ts';
import type { NewChangeset } from '#schema/calls.ts';
import type { OperationError } from '#schema/changeset.ts';
import type { ChangedBy } from '#schema/history.ts';
import type { Db } from '#storage/storage.ts';
import { touchesSince } from '#storage/touches.ts';

export type BasedChangeset = {
  readonly documentId: string;
  readonly tabId: string;
  /** The tab's revision, and the oldest one whose changes are kept. */
  readonly rev: number;
  readonly oldestRev: number;
  readonly bases: Pick<NewChangeset, 'baseRev' | 'expectedRev'>;
  /** Ids of the elements that it changes or removes. */
  readonly targets: readonly string[];
};

/** The refusal, or null without a conflict. `tab` is the tab before the changeset. */
export async function conflictOf(db: Db, tab: TabView, changeset: BasedChangeset): Promise<OperationError | null> {
  const { documentId, tabId, rev, oldestRev, targets } = changeset;
  const { baseRev, expectedRev } = changeset.bases;
  const code = 'changeset_conflict';
  if (expectedRev !== undefined && expectedRev !== rev) {
    const hint = `Read what changed, then send it again with expectedRev ${rev}; with baseRev instead, only changes of its targets count.`;
    return { code, message: `The tab is at rev ${rev}, not at rev ${expectedRev}.`, hint, expected: expectedRev, actual: rev };
  }
  if (baseRev === undefined || baseRev === rev) return null;
  const hint = `Read the tab again and send the changeset with baseRev ${rev}.`;
  if (baseRev > rev) {
    return { code, message: `The tab is at rev ${rev}; there is no rev ${baseRev} yet.`, hint, expected: baseRev, actual: rev };
  }
  if (baseRev < oldestRev)
    return { code, message: `What changed since rev ${baseRev} is no longer known.`, hint, expected: baseRev, actual: rev };
  if (targets.length === 0) return null;
  const touches = (await touchesSince(db, documentId, tabId, baseRev, targets)).filter((touch) => touch.rev <= rev);
  if (touches.length === 0) return null;
  const elements = touches.map(({ elementId: id, name, changesetId, ...touch }) =>
    changedElement(tab, { ...touch, id, author: { name }, changeset: changesetId }),
  );
  return {
    code,
    message: `Changed since rev ${baseRev}: ${namesOf(elements)}.`,
    hint: `view=diff&since=${baseRev} shows what changed. To build on it, send the changeset again with baseRev ${rev}.`,
    elements,
  };
}

type LastChange = Pick<ChangedBy, 'rev' | 'at' | 'changeset'> & {
  readonly id: string;
  readonly author: { readonly name: string };
};

/** An element that a conflict is about; one without `now` was removed. */
export type ChangedElement = {
  readonly id: string;
  readonly ref: string;
  readonly rev: number;
  readonly at: number;
  readonly by: string;
  readonly changeset: string | null;
  readonly now?: string;
};

export function changedElement(tab: TabView, { id, rev, at, author, changeset }: LastChange): ChangedElement {
  const now = tab.get(id);
  return { id, ref: tab.refOf(id), rev, at, by: author.name, changeset, ...(now !== undefined && { now: summaryOf(now, tab) }) };
}

/** The elements with the author and revision of their last change; of many, some and the number of the others. */
export function namesOf(elements: readonly ChangedElement[]): string {
  const named = elements
    .slice(0, maxNamed)
    .map(({ ref, by, rev, now }) => `${ref} (${now === undefined ? 'removed by ' : ''}${quoteShort(by, 80)}, rev ${rev})`);
  return `${named.join(', ')}${elements.length > maxNamed ? ` and ${elements.length - maxNamed} more` : ''}`;
}

/** The message names at most this many elements; `elements` lists them all. */
const maxNamed = 10;
