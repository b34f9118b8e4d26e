/**
 * conflicts: whether what others changed stands in the way of a changeset, and what its sender may do next.
 *
 * K1  With `expectedRev` the tab must be at that revision.
 * K2  With `baseRev`, a target that anybody changed since is a conflict, the sender's own changes and people's edits too; the
 *     refusal lists these elements as they are now, with who changed them last and at which revision.
 * K3  A base that is above the tab's revision, or from before what is kept, is a conflict.
 * K4  The refusal is enough to go on with: its `rev` as base says that the changes are known and may be built on.
 */
import { summaryOf } from '#core/notation/naming.ts';
import { quoteShort } from '#core/notation/quote.ts';
import type { TabView } from '#core/tab/view.ts';
import type { NewChangeset } from '#schema/calls.ts';
import type { OperationError } from '#schema/changeset.ts';
import type { Db } from '#storage/storage.ts';
import { touchesSince } from '#storage/touches.ts';

export type Based = {
  readonly documentId: string;
  readonly tabId: string;
  /** The tab's revision, and the oldest one that is kept. */
  readonly rev: number;
  readonly oldestRev: number;
  readonly bases: Pick<NewChangeset, 'baseRev' | 'expectedRev'>;
  /** Ids of what it changes or removes. */
  readonly targets: readonly string[];
};

/** The refusal; null when nothing stands in the way. `tab` is as it was before the changeset. */
export async function conflictOf(db: Db, tab: TabView, based: Based): Promise<OperationError | null> {
  const { documentId, tabId, rev, oldestRev, targets } = based;
  const { baseRev, expectedRev } = based.bases;
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
  const touched = (await touchesSince(db, documentId, tabId, baseRev, targets)).filter((touch) => touch.rev <= rev);
  if (touched.length === 0) return null;
  const elements = touched.map((touch) => {
    const now = tab.get(touch.elementId);
    return {
      id: touch.elementId,
      ref: tab.refOf(touch.elementId),
      rev: touch.rev,
      by: touch.name,
      changeset: touch.changesetId,
      ...(now !== undefined && { now: summaryOf(now, tab) }),
    };
  });
  const named = elements.slice(0, namedMax).map(({ ref, by, rev: at }) => `${ref} (${quoteShort(by, 80)}, rev ${at})`);
  const more = elements.length > namedMax ? ` and ${elements.length - namedMax} more` : '';
  return {
    code,
    message: `Changed since rev ${baseRev}: ${named.join(', ')}${more}.`,
    hint: `view=diff&since=${baseRev} shows what changed. To build on it, send the changeset again with baseRev ${rev}.`,
    elements,
  };
}

/** More elements than these are listed, and not named in the message. */
const namedMax = 10;
