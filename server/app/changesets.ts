/** An agent's changeset, from its text to the journal, and the records of applied changesets (SPEC.md). */
import { answerText } from '#core/changeset/answer-text.ts';
import { presentResults } from '#core/history/present-results.ts';
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
import type { PlanAttempt } from '#server/planner/planner.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { captureTab, type CapturedTab, capturedAfter } from '#server/workers/captured-tab.ts';
import { changesetById, listChangesets } from '#storage/changesets.ts';
import type { Db } from '#storage/storage.ts';
import { tabRev } from '#storage/tabs.ts';

import { keptSince, recordFor } from './changeset-records.ts';
import { conflictOf } from './conflicts.ts';
import type { AppContext } from './context.ts';
import { type PlannedScope, plannedWrite } from './document-write.ts';
import { refuseFencedChangeset } from './fenced-changeset.ts';
import { createImages } from './images.ts';
import { importedBy } from './imported-source.ts';
import { heldBy, type HoldersOf } from './held.ts';
import { explainLost } from './lost-targets.ts';
import { readsPast } from './moments.ts';
import { defaultLook } from './pictures.ts';
import type { ChangesetOptions, Changesets, WriteAnswer } from './port.ts';
import { proposeElements } from './propose.ts';
import { applyAndRecord, recordedChangeset, reportOf } from './record-changeset.ts';
import { refusal } from './refused-changeset.ts';

/** What the owner of a credential has selected in editors of a tab. */
export type SelectionOf = (userId: string, documentId: string, tabId: string) => readonly string[];

export function createChangesets(context: AppContext, selectionOf: SelectionOf, holdersOf: HoldersOf): Changesets {
  const images = createImages(context);
  const { storage, rooms, now, planner, painter, imageAccess } = context;

  return {
    async apply(call, documentId, tabId, body, options) {
      return run(await requestOf(call, documentId, tabId, body), 'changeset.apply', options);
    },

    async replace(call, documentId, tabId, body, options) {
      return run(
        { ...(await requestOf(call, documentId, tabId, body)), replaces: true, route: 'replaceTab' },
        'tab.replace',
        options,
      );
    },

    async import(call, documentId, tabId, file, { format, dryRun, propose, ...options }) {
      return importedBy(
        images,
        call,
        { file, ...(format !== undefined && { format }), isDryRun: dryRun === '1', ...options },
        async (operation, isTried) => {
          const request = await requestOf(call, documentId, tabId, { operations: [operation] });
          const one = { ...request, isImport: true, route: 'importDiagram' } as const;
          return run(one, 'changeset.apply', { dryRun: isTried, proposes: propose === '1', pictured: false });
        },
      );
    },

    async list(call, documentId, query) {
      const access = await authorize(storage.db, call.actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const limit = query.limit ?? limits.changesetListDefault;
      const found = await listChangesets(storage.db, documentId, { ...query, limit, since: keptSince(now()) });
      return { changesets: found.changesets.map((stored) => recordFor(context, call, stored)), next: found.next };
    },

    async show(call, documentId, changesetId) {
      const access = await authorize(storage.db, call.actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      const stored = await changesetById(storage.db, documentId, changesetId, keptSince(now()));
      if (stored === null) return problem('changeset_not_found');
      const changeset = recordFor(context, call, stored);
      if (readsPast(call.actor, access)) return { changeset, results: stored.results, text: stored.text };
      return rooms.read(documentId, (reading) => {
        const results = presentResults(stored.results, reading.tab(stored.tabId));
        return { changeset, results, text: results.map(({ line }) => line).join('\n') };
      });
    },
  };

  async function requestOf(call: Call, documentId: string, tabId: string, body: NewChangeset): Promise<ChangesetRequest> {
    const selected = selectionOf(userIdOf(call.actor), documentId, tabId);
    return {
      call,
      documentId,
      tabId,
      body,
      route: 'applyChangeset',
      proposes: false,
      selected,
      references: await placeable(imageAccess, call.actor, body.operations),
    };
  }

  function run(
    request: ChangesetRequest,
    action: string,
    { dryRun, proposes = false, pictured }: ChangesetOptions,
  ): Promise<WriteAnswer | Problem> {
    const apply = async (one: ChangesetRequest): Promise<WriteAnswer | Problem> => {
      const answer = await (dryRun ? dryRunOf(one) : write(one, action));
      // A replacement refers only to what it makes itself.
      return isProblem(answer) && one.replaces !== true ? explainLost(context, { ...one, refused: answer }) : answer;
    };
    const proposed = { ...request, proposes };
    return pictured ? withPicture(proposed, apply) : apply(proposed);
  }

  async function withPicture(
    request: ChangesetRequest,
    apply: (request: ChangesetRequest) => Promise<WriteAnswer | Problem>,
  ): Promise<WriteAnswer | Problem> {
    let values: CapturedTab | null = null;
    const answer = await apply({ ...request, onResult: (before, edits) => (values = capturedAfter(before, edits)) });
    if (isProblem(answer)) return answer;
    const drawn = values ?? (await rooms.read(request.documentId, (reading) => captured(reading.tab(request.tabId))));
    if (drawn === null || isProblem(drawn)) return { ...answer, picture: null };
    return { ...answer, picture: await painter.dataUrl(drawn, () => defaultLook(context, request.documentId, drawn)) };
  }

  function write(request: ChangesetRequest, action: string): Promise<WriteAnswer | Problem> {
    const { call, documentId, tabId, proposes } = request;
    return plannedWrite<WriteAnswer, PlanResult>(context, call, documentId, {
      action,
      access: { level: 'editor', tab: tabId, proposes },
      ...recordedChangeset,
      tabId,
      plan: ({ room, tab }) => planOf(request, tab, sheetIds(room.doc), room),
      apply: (scope, planned) => applyIn(scope, request, planned),
    });
  }

  function planOf(
    request: ChangesetRequest,
    tab: TabView,
    sheets: readonly string[],
    room: Pick<RoomWrite, 'lintChange'>,
  ): PlanAttempt {
    const { body, tabId, selected, references, replaces = false } = request;
    const input = { selected, references: new Set([...references, ...sheets]), replaces };
    return planner.plan(tab, body.operations, input, (plan) => room.lintChange(tabId, plan));
  }

  async function applyIn(scope: PlannedScope, request: ChangesetRequest, planned: PlanResult): Promise<WriteAnswer | Problem> {
    const { room, call, documentId, tab, rev, oldestRev } = scope;
    const { tabId, body, route, references } = request;
    const checked = await checkPlan(room.tx, tab, { request, rev, oldestRev }, planned);
    if (isProblem(checked)) return checked;
    const fenced = refuseFencedPlan(request, tab, checked);
    if (fenced !== null) return fenced;
    if (request.proposes) {
      request.onResult?.(captureTab(tab), checked.plan.edits);
      return proposeElements(context, scope, { call: route, tabId, rev, planned: checked, summary: body.summary, references });
    }
    const held = await heldOf(tab, request, checked);
    if (held !== null) return refusal([held], rev);
    request.onResult?.(captureTab(tab), checked.plan.edits);
    if (checked.plan.edits.length === 0) return unchanged(checked, documentId);
    return applyAndRecord(context, room, call, {
      documentId,
      tabId,
      previousRev: rev,
      planned: checked,
      body,
      references,
    });
  }

  async function heldOf(
    tab: TabView,
    { call, documentId, tabId }: ChangesetRequest,
    { plan }: PlannedChangeset,
  ): Promise<OperationError | null> {
    return heldBy(await holdersOf(documentId, tabId), call.actor, plan.edits, tab);
  }

  async function dryRunOf(request: ChangesetRequest): Promise<ChangesetAnswer | Problem> {
    const { call, documentId, tabId } = request;
    const access = await authorize(storage.db, call.actor, documentId, 'editor', {
      tab: tabId,
      action: 'changeset.apply',
      proposes: request.proposes,
      now: now(),
    });
    if (isProblem(access)) return access;
    const { oldestRev } = await tabRev(storage.db, documentId, tabId);
    await rooms.prepareTab(documentId, tabId, 'plan');
    // Planned within the reading, or from values captured in it, so tab and revision belong together.
    const read = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return null;
      const planned = planOf(request, tab, reading.sheetIds(), reading);
      return { tab, rev: reading.rev(tabId), planned, values: request.onResult === undefined ? null : captureTab(tab) };
    });
    if (isProblem(read)) return read;
    if (read === null) return problem('tab_not_found');
    const { rev, planned } = read;
    const outcome = 'here' in planned ? planned.here : await planned.later();
    if (isProblem(outcome)) return outcome;
    const checked = await checkPlan(storage.db, read.tab, { request, rev, oldestRev }, outcome);
    if (isProblem(checked)) return checked;
    const fenced = refuseFencedPlan(request, read.tab, checked);
    if (fenced !== null) return fenced;
    const held = request.proposes ? null : await heldOf(read.tab, request, checked);
    if (held !== null) return refusal([held], rev);
    if (read.values !== null) request.onResult?.(read.values, checked.plan.edits);
    if (checked.plan.edits.length === 0) return { ...unchanged(checked, documentId), dryRun: true };
    const text = answerText({
      results: checked.results,
      rev: { from: rev, to: rev + 1 },
      dryRun: true,
      notes: lintChangeLines(checked),
      verdict: checked.lint.verdict,
      documentId,
    });
    return { changeset: null, dryRun: true, results: [...checked.results], ...reportOf(checked), lint: checked.lint, text };
  }
}

type ChangesetRequest = {
  readonly call: Call;
  readonly documentId: string;
  readonly tabId: string;
  readonly body: NewChangeset;
  /** The call, as a proposal names it. */
  readonly route: 'applyChangeset' | 'replaceTab' | 'importDiagram';
  /** It is stored as a proposal. */
  readonly proposes: boolean;
  readonly selected: readonly string[];
  /** Ids of the images that the operations name and the writer can read. */
  readonly references: ReadonlySet<string>;
  /** The operations describe the whole tab. */
  readonly replaces?: boolean;
  /** It has no base to be checked. */
  readonly isImport?: boolean;
  /** Called with the values of the tab before the edits, and with the edits. */
  readonly onResult?: (before: CapturedTab, edits: readonly Edit[]) => void;
};
type TabPosition = { readonly request: ChangesetRequest; readonly rev: number; readonly oldestRev: number };

/** The plan if it may be applied, otherwise the refusal of the changeset, with `rev`. */
async function checkPlan(
  db: Db,
  tab: TabView,
  { request, rev, oldestRev }: TabPosition,
  planned: PlanResult,
): Promise<PlannedChangeset | Problem> {
  const { documentId, tabId, body } = request;
  if ('errors' in planned) return refusal(planned.errors, rev);
  const conflict = await conflictOf(db, tab, { documentId, tabId, rev, oldestRev, bases: body, targets: planned.plan.targets });
  if (conflict !== null) return refusal([conflict], rev);
  const isBased = request.isImport === true || body.baseRev !== undefined || body.expectedRev !== undefined;
  return isBased || planned.plan.edits.length === 0 ? planned : { ...planned, results: [...planned.results, noBase] };
}

const refuseFencedPlan = ({ call, body, replaces }: ChangesetRequest, tab: TabView, { plan }: PlannedChangeset): Problem | null =>
  refuseFencedChangeset(call.actor, { operations: body.operations, replaces: replaces === true, edits: plan.edits }, tab);

const captured = (tab: TabView | undefined): CapturedTab | null => (tab === undefined ? null : captureTab(tab));

const noBase: Result = {
  mark: '!',
  id: '',
  ref: '',
  kind: '',
  code: 'no_base',
  message: 'sent without baseRev: edits that others made since you read the tab are not checked',
  line: '! no_base: sent without baseRev: edits that others made since you read the tab are not checked',
};

function unchanged(planned: PlannedChangeset, documentId: string): ChangesetAnswer {
  const { results, lint: found } = planned;
  const text = answerText({ results, rev: null, dryRun: false, verdict: found.verdict, documentId });
  return { changeset: null, dryRun: false, results: [...results], ...reportOf(planned), lint: found, text };
}
