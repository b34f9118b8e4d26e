/**
 * What an applied changeset leaves: the new revision, its record, touches, event and notice, in the transaction of its edits (SPEC.md).
 */
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { answerText } from '#core/changeset/answer-text.ts';
import { lintChangeLines } from '#core/lint/lint-text.ts';
import type { ChangesetAnswer, ImportReport, TabSettingsChange, WrittenChangeset } from '#schema/changeset.ts';
import { newId } from '#schema/ids.ts';
import { applyEdits, setTab } from '#schema/ydoc/write.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { isProgram, userIdOf } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { recordPlacements } from '#server/images/placing.ts';
import type { PlannedChangeset } from '#server/planner/plan-result.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { insertChangeset, type StoredChangeset } from '#storage/changesets.ts';
import { raiseRev } from '#storage/tabs.ts';
import { insertTouches, isListedInRecord } from '#storage/touches.ts';

import { addressesFor } from './addresses.ts';
import { eventActor } from './audit.ts';
import { recordFor } from './changeset-records.ts';
import type { AppContext } from './context.ts';
import { extendPresence } from './presence.ts';

export type ChangesetToRecord = {
  readonly documentId: string;
  readonly tabId: string;
  readonly previousRev: number;
  readonly planned: PlannedChangeset;
  readonly body: { readonly baseRev?: number | undefined; readonly summary?: string | undefined };
  /** Ids of the images that the operations name and the writer can read. */
  readonly references?: ReadonlySet<string>;
  /** The changeset that this one reverts. */
  readonly revertOf?: string;
  /** The name of the tab that this write creates: the write emits one event, for the new tab. */
  readonly newTabName?: string;
};

/** What a record is written with: that of a room, or of a document that the same transaction creates. */
export type ChangesetTarget = Pick<RoomWrite, 'tx' | 'position' | 'alongside' | 'event' | 'notify' | 'afterCommit'>;

/** For the audit log: a write that may record a changeset is about it, and applied nothing if it recorded none. */
export const recordedChangeset = {
  subject: (answer: MaybeRecorded): string | undefined => recordedIn(answer)?.id,
  applied: (answer: MaybeRecorded): boolean => recordedIn(answer) !== null,
};
type WithId = { readonly id: string };
type MaybeRecorded = { readonly changeset: WithId | null } | { readonly proposal: WithId | null };
const recordedIn = (answer: MaybeRecorded): WithId | null => ('changeset' in answer ? answer.changeset : answer.proposal);

/** More edits than these are applied, recorded and shown in separate turns of the event loop, which they would block together. */
const editsInOneTurn = 500;

/** Applies the edits to the document and records them. */
export async function applyAndRecord(
  context: AppContext,
  room: RoomWrite,
  call: Call,
  recorded: ChangesetToRecord,
): Promise<ChangesetAnswer> {
  const { tabId, planned } = recorded;
  await turnAfter(planned);
  room.edit((doc) => {
    applyEdits(doc, tabId, planned.plan.edits);
    const { mode, pages } = planned.tabChange ?? {};
    setTab(doc, tabId, { mode: mode?.after, pages: pages?.after });
  });
  await turnAfter(planned);
  return record(context, room, call, recorded);
}

const turnAfter = ({ plan }: PlannedChangeset): Promise<void> | undefined =>
  plan.edits.length > editsInOneTurn ? nextTurn() : undefined;

/** Raises the revision and writes record, touches, event and notice of a changeset whose edits are already in the document. */
export async function record(
  context: AppContext,
  room: ChangesetTarget,
  call: Call,
  recorded: ChangesetToRecord,
): Promise<ChangesetAnswer> {
  const { documentId, tabId, previousRev, planned, body } = recorded;
  const { plan, results, lint } = planned;
  const { actor } = call;
  const at = context.now();
  const id = newId('cs', at);
  // The document is locked, so the next revision is certain.
  const rev = previousRev + 1;
  const raising = raiseRev(room.tx, documentId, tabId, at).then((reached) => {
    if (reached !== rev) throw new Error(`revision ${reached} does not follow ${previousRev}`);
  });
  room.alongside(raising);
  const text = answerText({
    results,
    rev: { from: previousRev, to: rev },
    changesetId: id,
    url: addressesFor(context, call).changeset({ documentId, tabId, id }),
    dryRun: false,
    notes: lintChangeLines(planned),
    verdict: lint.verdict,
    documentId,
  });
  const stored: StoredChangeset = {
    id,
    documentId,
    tabId,
    seq: room.position,
    rev,
    previousRev,
    baseRev: body.baseRev ?? null,
    author: { name: actor.name, color: actor.color },
    userId: userIdOf(actor),
    tokenId: actor.kind === 'agent' ? actor.tokenId : null,
    agent: isProgram(actor),
    summary: body.summary ?? null,
    counts: plan.counts,
    revertOf: recorded.revertOf ?? null,
    createdAt: at,
  };
  const { references = new Set() } = recorded;
  room.alongside(recordPlacements(room.tx, { actor, documentId, edits: plan.edits, references, at }));
  // Findings are long and soon out of date: the record keeps only their counts.
  const { introduced: _introduced, resolved: _resolved, ...wholeTab } = lint;
  const lintCounts = { ...wholeTab, findings: [] };
  const tabChange = planned.tabChange ?? null;
  const outcome = { edits: plan.edits, tabChange, results: [...results] };
  // Touches include pages; ids distinguish them from elements.
  const elementIds = [...plan.edits.map((edit) => edit.id), ...changedPages(tabChange)];
  const isListed = isListedInRecord(room.tx, elementIds);
  const touched = isListed ? elementIds : null;
  room.alongside(insertChangeset(room.tx, { ...stored, ...outcome, lint: lintCounts, text }, touched));
  await turnAfter(planned);
  const touch = { documentId, tabId, rev, elementIds, ...stored.author, userId: stored.userId, changesetId: id, at };
  if (!isListed) room.alongside(insertTouches(room.tx, touch));
  await turnAfter(planned);
  if (isProgram(actor)) extendPresence(context, room, { documentId, tabId, tokenId: actor.tokenId, at });
  const { counts, summary, author, agent, revertOf } = stored;
  const data = { changeset: id, rev, counts, summary, revertOf, actor: eventActor(actor) };
  const { newTabName } = recorded;
  if (newTabName === undefined) room.event('changeset', data, tabId);
  else room.event('tab', { change: 'created', name: newTabName, ...data }, tabId);
  room.notify({
    type: 'changeset',
    id,
    tab: tabId,
    rev,
    author,
    agent,
    group: groupOf(documentId, stored.tokenId ?? userIdOf(actor)),
    counts,
    summary,
    added: plan.edits.filter((edit) => edit.before === null).map((edit) => edit.id),
    changed: plan.edits.filter((edit) => edit.before !== null && edit.after !== null).map((edit) => edit.id),
    removed: plan.edits.filter((edit) => edit.after === null).map((edit) => edit.id),
    revertOf,
    at,
  });
  const rebasedOver = body.baseRev === undefined ? 0 : previousRev - body.baseRev;
  const changeset: WrittenChangeset = { ...recordFor(context, call, stored), previousRev, rebasedOver };
  return { changeset, dryRun: false, results: [...results], ...reportOf(planned), lint, text };
}

/** The reports of all imports as one. */
export function reportOf({ imports = [] }: Pick<PlannedChangeset, 'imports'>): { report?: ImportReport } {
  const [first, ...others] = imports;
  if (first === undefined) return {};
  const report = others.reduce(
    (sum, { read, made, coerced, dropped }) => ({
      read: sum.read + read,
      made: sum.made + made,
      coerced: [...sum.coerced, ...coerced],
      dropped: [...sum.dropped, ...dropped],
    }),
    first,
  );
  return { report };
}

/** Ids of the pages that were added, changed or removed. */
export function changedPages(change: TabSettingsChange | null): string[] {
  if (change?.pages === undefined) return [];
  const before = new Map(change.pages.before.map((page) => [page.id, page]));
  const after = new Set(change.pages.after.map(({ id }) => id));
  const changed = change.pages.after.filter((page) => !jsonEqual(before.get(page.id), page));
  return [...changed, ...change.pages.before.filter(({ id }) => !after.has(id))].map(({ id }) => id);
}

/** The same for all notices of one token or person, without revealing which: every reader of the document sees it. */
const groupOf = (documentId: string, actorKey: string): string =>
  hash('sha256', `${documentId} ${actorKey}`, 'base64url').slice(0, 12);
