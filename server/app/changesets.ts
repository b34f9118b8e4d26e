/**
 * changesets: an agent's changeset from its text to the journal, and the records of those that were applied.
 *
 * G1  All or nothing: a refusal leaves journal, document and revision as they were.
 * G2  A dry run needs the same access and gives the same results as the write, and takes no lock.
 * G3  The revision rises by exactly one for each applied changeset; one that changes nothing applies nothing.
 * G4  What others changed since the revision that it names can be a conflict (conflicts.ts).
 * G5  Records are kept for `limits.changesetRetentionDays` and are left out on the day that they are older.
 * G6  A token's changeset that touches what somebody else has selected in an editor is refused (elements_held).
 * G7  A whole-tab replace is a changeset like any other; its targets are all elements that change or go.
 * G8  A picture, when one is asked for, shows the tab as the changeset leaves it, or would; on a replayed answer, as it is
 *     now. What is too much to draw is answered without one: the changeset is applied all the same.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { answerText } from '#core/changeset/answer-text.ts';
import type { Plan } from '#core/changeset/plan.ts';
import { lint } from '#core/lint/lint.ts';
import type { TabView } from '#core/tab/view.ts';
import type { NewChangeset } from '#schema/calls.ts';
import type { ChangesetAnswer, ChangesetRecord, Edit, Lint, OperationError, Result, WrittenChangeset } from '#schema/changeset.ts'; // prettier-ignore
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { applyEdits } from '#schema/ydoc/write.ts';
import { type Actor, userIdOf } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { Judged, Outcome } from '#server/planner/outcome.ts';
import type { Terms } from '#server/planner/plan-operations.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { captured, type CapturedTab, capturedAfter } from '#server/workers/captured-tab.ts';
import { changesetById, insertChangeset, listChangesets, type StoredChangeset } from '#storage/changesets.ts';
import type { Db } from '#storage/storage.ts';
import { raiseRev, tabRev } from '#storage/tabs.ts';
import { insertTouches } from '#storage/touches.ts';

import { eventActor } from './audit.ts';
import { once } from './commit.ts';
import { conflictOf } from './conflicts.ts';
import type { AppContext } from './context.ts';
import { heldBy, type HoldersOf } from './held.ts';
import { Later, planWithin, type Try, writeWithPlan } from './planned-write.ts';
import type { Changesets } from './port.ts';
import { keepPresent } from './presence.ts';

/** What the owner of a credential has selected on a tab in editors; empty without one. */
export type SelectionOf = (userId: string, documentId: string, tabId: string) => readonly string[];

export function createChangesets(context: AppContext, selectionOf: SelectionOf, holdersOf: HoldersOf): Changesets {
  const { storage, rooms, now, planner, painter } = context;

  return {
    async apply(call, documentId, tabId, body, { dryRun, pictured }) {
      const asked = askedOf(call, documentId, tabId, body);
      const run = (one: Asked): Promise<ChangesetAnswer | Problem> => (dryRun ? dryRunOf(one) : write(one, 'changeset.apply'));
      return pictured ? withPicture(asked, run) : run(asked);
    },

    /** [G7] */
    replace: (call, documentId, tabId, body) =>
      write({ ...askedOf(call, documentId, tabId, body), replaces: true }, 'tab.replace'),

    async list({ actor }, documentId, query) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const limit = query.limit ?? limits.changesetListDefault;
      const found = await listChangesets(storage.db, documentId, { ...query, limit, since: keptSince(now()) });
      return { changesets: found.changesets.map((stored) => recordFor(actor, stored)), next: found.next };
    },

    async show({ actor }, documentId, changesetId) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const stored = await changesetById(storage.db, documentId, changesetId, keptSince(now()));
      if (stored === null) return problem('changeset_not_found');
      return { changeset: recordFor(actor, stored), results: stored.results, text: stored.text };
    },
  };

  function askedOf(call: Call, documentId: string, tabId: string, body: NewChangeset): Asked {
    return { call, documentId, tabId, body, selected: selectionOf(userIdOf(call.actor), documentId, tabId) };
  }

  /** [G8] */
  async function withPicture(
    asked: Asked,
    run: (asked: Asked) => Promise<ChangesetAnswer | Problem>,
  ): Promise<ChangesetAnswer | Problem> {
    let values: CapturedTab | null = null;
    const answer = await run({ ...asked, onResult: (before, edits) => (values = capturedAfter(before, edits)) });
    if (isProblem(answer)) return answer;
    const drawn = values ?? (await rooms.read(asked.documentId, (reading) => capturedNow(reading.tab(asked.tabId))));
    return { ...answer, picture: drawn === null || isProblem(drawn) ? null : await painter.dataUrl(drawn) };
  }

  function write(asked: Asked, action: string): Promise<ChangesetAnswer | Problem> {
    const { call, documentId } = asked;
    const written = {
      action,
      about: (answer: ChangesetAnswer | Later) => ({
        documentId,
        ...(!(answer instanceof Later) && answer.changeset !== null && { subject: answer.changeset.id }),
      }),
      applied: (answer: ChangesetAnswer | Later) => !(answer instanceof Later) && answer.changeset !== null,
    };
    return writeWithPlan((known) =>
      rooms.write(
        call,
        documentId,
        (room) =>
        once(context, room.tx, call, written, () => applyIn(room, asked, known), (statement) => room.alongside(statement)), // prettier-ignore
      ),
    );
  }

  async function applyIn(room: RoomWrite, asked: Asked, known: Try): Promise<ChangesetAnswer | Problem | Later> {
    const { call, documentId, tabId, body } = asked;
    const [access, { rev, oldestRev }] = await Promise.all([
      authorize(room.tx, call.actor, documentId, 'editor', { tab: tabId, now: now() }),
      tabRev(room.tx, documentId, tabId),
    ]);
    if (isProblem(access)) return access;
    const tab = room.tab(tabId);
    if (tab === undefined) return problem('tab_not_found');
    const { operations } = body;
    const terms = termsOf(asked);
    const planned = await planWithin(known, tab, rev, { planner, operations, terms, lintOf: lintBy(room, tabId) });
    if (planned instanceof Later || isProblem(planned)) return planned;
    const judged = await judge(room.tx, tab, { asked, rev, oldestRev }, planned);
    if (isProblem(judged)) return judged;
    const held = await heldOf(tab, asked, judged);
    if (held !== null) return refusal([held], rev);
    asked.onResult?.(captured(tab), judged.plan.edits);
    if (judged.plan.edits.length === 0) return unchanged(judged, documentId);
    return applyAndRecord(context, room, call, { documentId, tabId, previousRev: rev, judged, body });
  }

  /** [G6] */
  async function heldOf(tab: TabView, { call, documentId, tabId }: Asked, { plan }: Judged): Promise<OperationError | null> {
    return heldBy(await holdersOf(documentId, tabId), call.actor, plan.edits, tab);
  }

  /** [G2] */
  async function dryRunOf(asked: Asked): Promise<ChangesetAnswer | Problem> {
    const { call, documentId, tabId } = asked;
    const access = await authorize(storage.db, call.actor, documentId, 'editor', { tab: tabId, now: now() });
    if (isProblem(access)) return access;
    const { oldestRev } = await tabRev(storage.db, documentId, tabId);
    // Planned within the reading, or from what it captured there: the tab is that of its revision.
    const read = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return null;
      const { operations } = asked.body;
      const planned = planner.plan(tab, operations, termsOf(asked), lintBy(reading, tabId));
      return { tab, rev: reading.rev(tabId), planned, values: asked.onResult === undefined ? null : captured(tab) };
    });
    if (isProblem(read)) return read;
    if (read === null) return problem('tab_not_found');
    const { rev, planned } = read;
    const outcome = 'here' in planned ? planned.here : await planned.later();
    if (isProblem(outcome)) return outcome;
    const judged = await judge(storage.db, read.tab, { asked, rev, oldestRev }, outcome);
    if (isProblem(judged)) return judged;
    const held = await heldOf(read.tab, asked, judged);
    if (held !== null) return refusal([held], rev);
    if (read.values !== null) asked.onResult?.(read.values, judged.plan.edits);
    if (judged.plan.edits.length === 0) return { ...unchanged(judged, documentId), dryRun: true };
    const text = answerText({
      results: judged.results,
      rev: { from: rev, to: rev + 1 },
      dryRun: true,
      verdict: judged.lint.verdict,
      documentId,
    });
    return { changeset: null, dryRun: true, results: [...judged.results], lint: judged.lint, text };
  }
}

type Asked = {
  readonly call: Call;
  readonly documentId: string;
  readonly tabId: string;
  readonly body: NewChangeset;
  readonly selected: readonly string[];
  /** The operations draw the whole tab anew. */
  readonly replaces?: boolean;
  /** Told what lay on the tab when it was planned, and the edits that will be made. */
  readonly onResult?: (before: CapturedTab, edits: readonly Edit[]) => void;
};
type Standing = { readonly asked: Asked; readonly rev: number; readonly oldestRev: number };

/** A plan that may be applied, or the refusal of the changeset, with `rev`. */
async function judge(db: Db, tab: TabView, { asked, rev, oldestRev }: Standing, planned: Outcome): Promise<Judged | Problem> {
  const { documentId, tabId, body } = asked;
  if ('errors' in planned) return refusal(planned.errors, rev);
  const conflict = await conflictOf(db, tab, { documentId, tabId, rev, oldestRev, bases: body, targets: planned.plan.targets });
  if (conflict !== null) return refusal([conflict], rev);
  const isBased = body.baseRev !== undefined || body.expectedRev !== undefined;
  return isBased ? planned : { ...planned, results: [...planned.results, noBase] };
}

/** Images and sheets have no resources of their own yet: an element can name none. */
const termsOf = ({ selected, replaces = false }: Asked): Terms => ({ selected, references: new Set(), replaces });

/** The lint of a plan, from what the room knows of the tab: it costs what the plan changes. */
const lintBy =
  (room: Pick<RoomWrite, 'lint'>, tabId: string) =>
  ({ tab, edits }: Plan): Lint =>
    room.lint(tabId, tab, edits.map(({ id }) => id)) ?? lint(tab); // prettier-ignore

/** The problem of a refused changeset: the first error's code and words, all errors, and the tab's present revision. */
export function refusal(errors: readonly OperationError[], rev: number): Problem {
  const [first] = errors;
  if (first === undefined) throw new Error('a refusal without an error');
  return problem(first.code, {
    detail: first.message,
    hint: first.hint,
    errors,
    rev,
    ...(first.limit !== undefined && { limit: first.limit }),
  });
}

const capturedNow = (tab: TabView | undefined): CapturedTab | null => (tab === undefined ? null : captured(tab));

const noBase: Result = {
  mark: '!',
  id: '',
  ref: '',
  kind: '',
  code: 'no_base',
  message: 'sent without baseRev: edits that others made since you read the tab are not checked',
  line: '! no_base: sent without baseRev: edits that others made since you read the tab are not checked',
};

function unchanged({ results, lint: found }: Judged, documentId: string): ChangesetAnswer {
  const text = answerText({ results, rev: null, dryRun: false, verdict: found.verdict, documentId });
  return { changeset: null, dryRun: false, results: [...results], lint: found, text };
}

export type Recorded = {
  readonly documentId: string;
  readonly tabId: string;
  readonly previousRev: number;
  readonly judged: Judged;
  readonly body: { readonly baseRev?: number | undefined; readonly summary?: string | undefined };
  /** The changeset that this one takes back. */
  readonly revertOf?: string;
  /** The name of the tab that this write makes: it is told as that, by one event. */
  readonly makesTab?: string;
};

/** More edits than these are applied, recorded and shown in turns of the event loop: together they would hold it for long. */
const editsInOneTurn = 500;

/** [G3] Puts the edits into the document, and `record`s them. */
export async function applyAndRecord(
  context: AppContext,
  room: RoomWrite,
  call: Call,
  recorded: Recorded,
): Promise<ChangesetAnswer> {
  const { tabId, judged } = recorded;
  await turnAfter(judged);
  room.edit((doc) => applyEdits(doc, tabId, judged.plan.edits));
  await turnAfter(judged);
  return record(context, room, call, recorded);
}

const turnAfter = ({ plan }: Judged): Promise<void> | undefined => (plan.edits.length > editsInOneTurn ? nextTurn() : undefined);

/** [G3] Raises the revision and writes record, touches, event and notice of a changeset whose edits are in the document. */
export async function record(context: AppContext, room: RoomWrite, call: Call, recorded: Recorded): Promise<ChangesetAnswer> {
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
  // Findings are of a drawing that goes on changing, and long: the record keeps what was counted.
  const counted = { ...found, findings: [] };
  room.alongside(insertChangeset(room.tx, { ...stored, edits: plan.edits, results: [...results], lint: counted, text }));
  await turnAfter(judged);
  const elementIds = plan.edits.map((edit) => edit.id);
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

/** Tells which notices are of one token, or one person, without saying of which: everybody who reads the document sees it. */
const groupOf = (documentId: string, maker: string): string =>
  createHash('sha256').update(`${documentId} ${maker}`).digest('base64url').slice(0, 12);

/** Records made before this time (ms) are as if they were not there. */
export const keptSince = (now: number): number => now - limits.changesetRetentionDays * 24 * 60 * 60 * 1000;

/** A record as this caller may see it: the token's id is for the person who made the changeset. */
function recordFor(actor: Actor, stored: StoredChangeset): ChangesetRecord {
  const { id, tabId, rev, author, agent, summary, counts, revertOf, createdAt, tokenId, userId } = stored;
  const isMaker = userId !== null && userId === userIdOf(actor);
  return {
    id,
    tabId,
    rev,
    author: { ...author },
    agent,
    ...(summary !== null && { summary }),
    counts,
    revertOf,
    createdAt,
    ...(isMaker && tokenId !== null && { tokenId }),
  };
}
