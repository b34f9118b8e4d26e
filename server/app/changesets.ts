/**
 * changesets: an agent's changeset from its text to the journal, and the records of those that were applied.
 *
 * G1  All or nothing: a refusal leaves journal, document and revision as they were.
 * G2  A dry run needs the same access and gives the same results as the write, and takes no lock.
 * G3  What is applied is recorded (record-changeset.ts); a changeset that changes nothing applies nothing.
 * G4  What others changed since the revision that it names can be a conflict (conflicts.ts).
 * G5  Records are kept for `limits.changesetRetentionDays` and are left out on the day that they are older.
 * G6  A token's changeset that touches what somebody else has selected in an editor is refused (elements_held).
 * G7  A whole-tab replace is a changeset like any other; its targets are all elements that change or go.
 * G8  A picture, when one is asked for, shows the tab as the changeset leaves it, or would; on a replayed answer, as it is
 *     now. What is too much to draw is answered without one: the changeset is applied all the same.
 */
import { answerText } from '#core/changeset/answer-text.ts';
import type { ChangesetPlan } from '#core/changeset/plan.ts';
import { LintCache } from '#core/lint/incremental.ts';
import type { LintChange } from '#core/lint/lint-change.ts';
import { lintChangeLines } from '#core/lint/lint-text.ts';
import type { TabView } from '#core/tab/view.ts';
import type { NewChangeset } from '#schema/calls.ts';
import type { ChangesetAnswer, Edit, OperationError, Result } from '#schema/changeset.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { sheetIds } from '#schema/ydoc/sheets.ts';
import { userIdOf } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { placeable } from '#server/images/placing.ts';
import type { PlannedChangeset, PlanResult } from '#server/planner/plan-result.ts';
import type { PlanInput } from '#server/planner/plan-operations.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { captureTab, type CapturedTab, capturedAfter } from '#server/workers/captured-tab.ts';
import { changesetById, listChangesets } from '#storage/changesets.ts';
import type { Db } from '#storage/storage.ts';
import { tabRev } from '#storage/tabs.ts';

import { keptSince, recordFor } from './changeset-records.ts';
import { withIdempotency } from './commit.ts';
import { conflictOf } from './conflicts.ts';
import type { AppContext } from './context.ts';
import { heldBy, type HoldersOf } from './held.ts';
import { DeferredPlan, planWithin, type PlanTry, writeWithPlan } from './planned-write.ts';
import { defaultLook } from './pictures.ts';
import type { Changesets } from './port.ts';
import { applyAndRecord } from './record-changeset.ts';
import { refusal } from './refused-changeset.ts';

/** What the owner of a credential has selected on a tab in editors; empty without one. */
export type SelectionOf = (userId: string, documentId: string, tabId: string) => readonly string[];

export function createChangesets(context: AppContext, selectionOf: SelectionOf, holdersOf: HoldersOf): Changesets {
  const { storage, rooms, now, planner, painter, imageAccess } = context;

  return {
    async apply(call, documentId, tabId, body, { dryRun, pictured }) {
      const asked = await askedOf(call, documentId, tabId, body);
      const run = (one: ChangesetRequest): Promise<ChangesetAnswer | Problem> =>
        dryRun ? dryRunOf(one) : write(one, 'changeset.apply');
      return pictured ? withPicture(asked, run) : run(asked);
    },

    /** [G7] */
    async replace(call, documentId, tabId, body) {
      return write({ ...(await askedOf(call, documentId, tabId, body)), replaces: true }, 'tab.replace');
    },

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

  async function askedOf(call: Call, documentId: string, tabId: string, body: NewChangeset): Promise<ChangesetRequest> {
    const selected = selectionOf(userIdOf(call.actor), documentId, tabId);
    return { call, documentId, tabId, body, selected, references: await placeable(imageAccess, call.actor, body.operations) };
  }

  /** [G8] */
  async function withPicture(
    asked: ChangesetRequest,
    run: (asked: ChangesetRequest) => Promise<ChangesetAnswer | Problem>,
  ): Promise<ChangesetAnswer | Problem> {
    let values: CapturedTab | null = null;
    const answer = await run({ ...asked, onResult: (before, edits) => (values = capturedAfter(before, edits)) });
    if (isProblem(answer)) return answer;
    const drawn = values ?? (await rooms.read(asked.documentId, (reading) => capturedNow(reading.tab(asked.tabId))));
    if (drawn === null || isProblem(drawn)) return { ...answer, picture: null };
    return { ...answer, picture: await painter.dataUrl(drawn, () => defaultLook(context, asked.documentId, drawn)) };
  }

  function write(asked: ChangesetRequest, action: string): Promise<ChangesetAnswer | Problem> {
    const { call, documentId } = asked;
    const written = {
      action,
      about: (answer: ChangesetAnswer | DeferredPlan) => ({
        documentId,
        ...(!(answer instanceof DeferredPlan) && answer.changeset !== null && { subject: answer.changeset.id }),
      }),
      applied: (answer: ChangesetAnswer | DeferredPlan) => !(answer instanceof DeferredPlan) && answer.changeset !== null,
    };
    return writeWithPlan((known) =>
      rooms.write(
        call,
        documentId,
        (room) =>
        withIdempotency(context, room.tx, call, written, () => applyIn(room, asked, known), (statement) => room.alongside(statement)), // prettier-ignore
      ),
    );
  }

  async function applyIn(
    room: RoomWrite,
    asked: ChangesetRequest,
    known: PlanTry,
  ): Promise<ChangesetAnswer | Problem | DeferredPlan> {
    const { call, documentId, tabId, body } = asked;
    const [access, { rev, oldestRev }] = await Promise.all([
      authorize(room.tx, call.actor, documentId, 'editor', { tab: tabId, now: now() }),
      tabRev(room.tx, documentId, tabId),
    ]);
    if (isProblem(access)) return access;
    const tab = room.tab(tabId);
    if (tab === undefined) return problem('tab_not_found');
    const { operations } = body;
    const terms = termsOf(asked, sheetIds(room.doc));
    const planned = await planWithin(known, tab, rev, { planner, operations, terms, lintOf: lintBy(room, tabId) });
    if (planned instanceof DeferredPlan || isProblem(planned)) return planned;
    const judged = await judge(room.tx, tab, { request: asked, rev, oldestRev }, planned);
    if (isProblem(judged)) return judged;
    const held = await heldOf(tab, asked, judged);
    if (held !== null) return refusal([held], rev);
    asked.onResult?.(captureTab(tab), judged.plan.edits);
    if (judged.plan.edits.length === 0) return unchanged(judged, documentId);
    return applyAndRecord(context, room, call, {
      documentId,
      tabId,
      previousRev: rev,
      judged,
      body,
      references: asked.references,
    });
  }

  /** [G6] */
  async function heldOf(
    tab: TabView,
    { call, documentId, tabId }: ChangesetRequest,
    { plan }: PlannedChangeset,
  ): Promise<OperationError | null> {
    return heldBy(await holdersOf(documentId, tabId), call.actor, plan.edits, tab);
  }

  /** [G2] */
  async function dryRunOf(asked: ChangesetRequest): Promise<ChangesetAnswer | Problem> {
    const { call, documentId, tabId } = asked;
    const access = await authorize(storage.db, call.actor, documentId, 'editor', { tab: tabId, now: now() });
    if (isProblem(access)) return access;
    const { oldestRev } = await tabRev(storage.db, documentId, tabId);
    // Planned within the reading, or from what it captured there: the tab is that of its revision.
    const read = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return null;
      const { operations } = asked.body;
      const planned = planner.plan(tab, operations, termsOf(asked, reading.sheetIds()), lintBy(reading, tabId));
      return { tab, rev: reading.rev(tabId), planned, values: asked.onResult === undefined ? null : captureTab(tab) };
    });
    if (isProblem(read)) return read;
    if (read === null) return problem('tab_not_found');
    const { rev, planned } = read;
    const outcome = 'here' in planned ? planned.here : await planned.later();
    if (isProblem(outcome)) return outcome;
    const judged = await judge(storage.db, read.tab, { request: asked, rev, oldestRev }, outcome);
    if (isProblem(judged)) return judged;
    const held = await heldOf(read.tab, asked, judged);
    if (held !== null) return refusal([held], rev);
    if (read.values !== null) asked.onResult?.(read.values, judged.plan.edits);
    if (judged.plan.edits.length === 0) return { ...unchanged(judged, documentId), dryRun: true };
    const text = answerText({
      results: judged.results,
      rev: { from: rev, to: rev + 1 },
      dryRun: true,
      notes: lintChangeLines(judged),
      verdict: judged.lint.verdict,
      documentId,
    });
    return { changeset: null, dryRun: true, results: [...judged.results], lint: judged.lint, text };
  }
}

type ChangesetRequest = {
  readonly call: Call;
  readonly documentId: string;
  readonly tabId: string;
  readonly body: NewChangeset;
  readonly selected: readonly string[];
  /** Ids of the images that the operations name and the writer can read. */
  readonly references: ReadonlySet<string>;
  /** The operations draw the whole tab anew. */
  readonly replaces?: boolean;
  /** Told what lay on the tab when it was planned, and the edits that will be made. */
  readonly onResult?: (before: CapturedTab, edits: readonly Edit[]) => void;
};
type TabPosition = { readonly request: ChangesetRequest; readonly rev: number; readonly oldestRev: number };

/** A plan that may be applied, or the refusal of the changeset, with `rev`. */
async function judge(
  db: Db,
  tab: TabView,
  { request: asked, rev, oldestRev }: TabPosition,
  planned: PlanResult,
): Promise<PlannedChangeset | Problem> {
  const { documentId, tabId, body } = asked;
  if ('errors' in planned) return refusal(planned.errors, rev);
  const conflict = await conflictOf(db, tab, { documentId, tabId, rev, oldestRev, bases: body, targets: planned.plan.targets });
  if (conflict !== null) return refusal([conflict], rev);
  const isBased = body.baseRev !== undefined || body.expectedRev !== undefined;
  return isBased ? planned : { ...planned, results: [...planned.results, noBase] };
}

const termsOf = ({ selected, references, replaces = false }: ChangesetRequest, sheets: readonly string[]): PlanInput => ({
  selected,
  references: new Set([...references, ...sheets]),
  replaces,
});

/** The lint of a plan, from what the room knows of the tab: it costs what the plan changes. */
const lintBy =
  (room: Pick<RoomWrite, 'lintChange'>, tabId: string) =>
  (plan: ChangesetPlan): LintChange =>
    room.lintChange(tabId, plan) ?? new LintCache().change(plan.tab, { ...plan, edits: [] });

const capturedNow = (tab: TabView | undefined): CapturedTab | null => (tab === undefined ? null : captureTab(tab));

const noBase: Result = {
  mark: '!',
  id: '',
  ref: '',
  kind: '',
  code: 'no_base',
  message: 'sent without baseRev: edits that others made since you read the tab are not checked',
  line: '! no_base: sent without baseRev: edits that others made since you read the tab are not checked',
};

function unchanged({ results, lint: found }: PlannedChangeset, documentId: string): ChangesetAnswer {
  const text = answerText({ results, rev: null, dryRun: false, verdict: found.verdict, documentId });
  return { changeset: null, dryRun: false, results: [...results], lint: found, text };
}
