/**
 * record-changeset: what an applied changeset leaves behind: the raised revision, its record, touches, event and notice.
 *
 * R1  The revision rises by exactly one for each changeset that is recorded.
 * R2  All of it is written in the transaction of the edits themselves.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { answerText } from '#core/changeset/answer-text.ts';
import { lintChangeLines } from '#core/lint/lint-text.ts';
import type { ChangesetAnswer, TabSettingsChange, WrittenChangeset } from '#schema/changeset.ts';
import { newId } from '#schema/ids.ts';
import { applyEdits, setTab } from '#schema/ydoc/write.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { userIdOf } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { recordPlacements } from '#server/images/placing.ts';
import type { PlannedChangeset } from '#server/planner/plan-result.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { insertChangeset, type StoredChangeset } from '#storage/changesets.ts';
import { raiseRev } from '#storage/tabs.ts';
import { insertTouches } from '#storage/touches.ts';

import { eventActor } from './audit.ts';
import { recordFor } from './changeset-records.ts';
import type { AppContext } from './context.ts';
import { keepPresent } from './presence.ts';

export type ChangesetToRecord = {
  readonly documentId: string;
  readonly tabId: string;
  readonly previousRev: number;
  readonly judged: PlannedChangeset;
  readonly body: { readonly baseRev?: number | undefined; readonly summary?: string | undefined };
  /** Ids of images that the writer can read and may have placed. */
  readonly references?: ReadonlySet<string>;
  /** The changeset that this one takes back. */
  readonly revertOf?: string;
  /** The name of the tab that this write makes: it is told as that, by one event. */
  readonly makesTab?: string;
};

/** More edits than these are applied, recorded and shown in turns of the event loop: together they would hold it for long. */
const editsInOneTurn = 500;

/** Puts the edits into the document, and `record`s them. */
export async function applyAndRecord(
  context: AppContext,
  room: RoomWrite,
  call: Call,
  recorded: ChangesetToRecord,
): Promise<ChangesetAnswer> {
  const { tabId, judged } = recorded;
  await turnAfter(judged);
  room.edit((doc) => {
    applyEdits(doc, tabId, judged.plan.edits);
    const { mode, pages } = judged.tabChange ?? {};
    setTab(doc, tabId, { mode: mode?.after, pages: pages?.after });
  });
  await turnAfter(judged);
  return record(context, room, call, recorded);
}

const turnAfter = ({ plan }: PlannedChangeset): Promise<void> | undefined =>
  plan.edits.length > editsInOneTurn ? nextTurn() : undefined;

/** [R1] Raises the revision and writes record, touches, event and notice of a changeset whose edits are in the document. */
export async function record(
  context: AppContext,
  room: RoomWrite,
  call: Call,
  recorded: ChangesetToRecord,
): Promise<ChangesetAnswer> {
  const { documentId, tabId, previousRev, judged, body } = recorded;
  const { plan, results, lint: found } = judged;
  const { actor } = call;
  const at = context.now();
  const id = newId('cs', at);
  // The document is locked: there is only one revision that it can be raised to.
  const rev = previousRev + 1;
  const raised = raiseRev(room.tx, documentId, tabId, at).then((reached) => {
    if (reached !== rev) throw new Error(`revision ${reached} does not follow ${previousRev}`);
  });
  room.alongside(raised);
  const text = answerText({
    results,
    rev: { from: previousRev, to: rev },
    changesetId: id,
    dryRun: false,
    notes: lintChangeLines(judged),
    verdict: found.verdict,
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
    agent: actor.kind === 'agent',
    summary: body.summary ?? null,
    counts: plan.counts,
    revertOf: recorded.revertOf ?? null,
    createdAt: at,
  };
  const { references = new Set() } = recorded;
  room.alongside(recordPlacements(room.tx, { actor, documentId, edits: plan.edits, references, at }));
  // Findings are of a drawing that goes on changing, and long: the record keeps what was counted.
  const { introduced: _introduced, resolved: _resolved, ...whole } = found;
  const counted = { ...whole, findings: [] };
  const tabChange = judged.tabChange ?? null;
  const did = { edits: plan.edits, tabChange, results: [...results] };
  room.alongside(insertChangeset(room.tx, { ...stored, ...did, lint: counted, text }));
  await turnAfter(judged);
  // Pages are told from elements by their ids.
  const elementIds = [...plan.edits.map((edit) => edit.id), ...changedPages(tabChange)];
  const touch = { documentId, tabId, rev, elementIds, ...stored.author, userId: stored.userId, changesetId: id, at };
  room.alongside(insertTouches(room.tx, touch));
  await turnAfter(judged);
  if (actor.kind === 'agent') keepPresent(context, room, { documentId, tabId, tokenId: actor.tokenId, at });
  const { counts, summary, author, agent, revertOf } = stored;
  const told = { changeset: id, rev, counts, summary, revertOf, actor: eventActor(actor) };
  const { makesTab } = recorded;
  if (makesTab === undefined) room.event('changeset', told, tabId);
  else room.event('tab', { change: 'created', name: makesTab, ...told }, tabId);
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
  const changeset: WrittenChangeset = { ...recordFor(actor, stored), previousRev, rebasedOver };
  return { changeset, dryRun: false, results: [...results], lint: found, text };
}

function changedPages(change: TabSettingsChange | null): string[] {
  if (change?.pages === undefined) return [];
  const before = new Map(change.pages.before.map((page) => [page.id, page]));
  const after = new Set(change.pages.after.map(({ id }) => id));
  const changed = change.pages.after.filter((page) => !jsonEqual(before.get(page.id), page));
  return [...changed, ...change.pages.before.filter(({ id }) => !after.has(id))].map(({ id }) => id);
}

/** Tells which notices are of one token, or one person, without saying of which: everybody who reads the document sees it. */
const groupOf = (documentId: string, maker: string): string =>
  createHash('sha256').update(`${documentId} ${maker}`).digest('base64url').slice(0, 12);
