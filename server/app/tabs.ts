/** Creating, reading, changing and removing the tabs of a document (SPEC.md). */
import { lint } from '#core/lint/lint.ts';
import { lintText } from '#core/lint/lint-text.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import { comments } from '#core/views/comments.ts';
import { elementViews } from '#core/views/elements.ts';
import { lines } from '#core/views/lines.ts';
import { outline } from '#core/views/outline.ts';
import type { NewTab, TabPatch } from '#schema/calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { defaultArrowLine, type Tab, type TabSettings } from '#schema/tab.ts';
import { orderAt } from '#schema/ydoc/order-key.ts';
import { sheetIds } from '#schema/ydoc/sheets.ts';
import { applyEdits, insertTab, removeTab, setTab } from '#schema/ydoc/write.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { placeable } from '#server/images/placing.ts';
import type { PlanResult } from '#server/planner/plan-result.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { deleteTabRow, insertTab as insertTabRow, tabRevs } from '#storage/tabs.ts';

import { eventActor } from './audit.ts';
import { record } from './record-changeset.ts';
import { refusal } from './refused-changeset.ts';
import { withIdempotency } from './commit.ts';
import type { AppContext } from './context.ts';
import { tabDiff } from './diffs.ts';
import { shownTab } from './document-view.ts';
import { themeOf } from './theme-of.ts';
import { addTheme } from './themes.ts';
import { DeferredPlan, type PlanAttemptState, writeWithPlan } from './planned-write.ts';
import type { NewTabAnswer, TabAnswer, Tabs } from './port.ts';

export function createTabs(context: AppContext): Tabs {
  const { storage, rooms, now, planner, imageAccess } = context;
  return {
    async create(call, documentId, body) {
      const auditSpec = {
        action: 'tab.create',
        about: (answer: NewTabAnswer | DeferredPlan) => ({
          documentId,
          ...(!(answer instanceof DeferredPlan) && { subject: answer.tab.id }),
        }),
        applied: (answer: NewTabAnswer | DeferredPlan) => !(answer instanceof DeferredPlan),
      };
      const references = await placeable(imageAccess, call.actor, body.operations ?? []);
      return writeWithPlan((attempt) =>
        rooms.write(call, documentId, (room) =>
          withIdempotency(context, room.tx, call, auditSpec, () =>
            createIn(room, { call, documentId, body, references }, attempt),
          ),
        ),
      );
    },

    change(call, documentId, tabId, patch) {
      const auditSpec = { action: 'tab.change', about: () => ({ documentId, subject: tabId }) };
      return rooms.write(call, documentId, (room) =>
        withIdempotency(context, room.tx, call, auditSpec, () => changeIn(room, call, documentId, tabId, patch)),
      );
    },

    remove(call, documentId, tabId) {
      const auditSpec = { action: 'tab.remove', about: () => ({ documentId, subject: tabId }) };
      return rooms.write(call, documentId, (room) =>
        withIdempotency<null>(context, room.tx, call, auditSpec, async () => {
          const access = await authorize(room.tx, call.actor, documentId, 'editor', {
            tab: tabId,
            wholeDocument: true,
            now: now(),
          });
          if (isProblem(access)) return access;
          const tab = room.tabs().find(({ id }) => id === tabId);
          if (tab === undefined) return problem('tab_not_found');
          if (tab.locked) return problem('tab_locked');
          if (room.tabs().length === 1) return problem('last_tab');
          room.edit((doc) => removeTab(doc, tabId));
          await deleteTabRow(room.tx, documentId, tabId);
          room.afterCommit(() => context.agentsChanged(documentId));
          room.event('tab', { change: 'removed', actor: eventActor(call.actor) }, tabId);
          return null;
        }),
      );
    },

    async read({ actor }, documentId, tabId, query) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      if (query.view === 'diff') return diffOf(documentId, tabId, query.since);
      if (query.view === 'lint') return lintOf(documentId, tabId);
      const answer = await rooms.read(documentId, (reading) => {
        const tab = reading.tab(tabId);
        if (tab === undefined) return problem('tab_not_found');
        const rev = reading.rev(tabId);
        if (query.view === 'outline')
          return {
            text: outline(tab, {
              rev,
              threads: reading.threadsOn(tabId),
              ...(query.budget !== undefined && { budget: query.budget }),
            }),
          };
        if (query.view === 'comments')
          return { text: comments(tab, { rev, threads: reading.threadsOn(tabId), all: query.all === '1' }) };
        if (query.view === 'lines') return { text: lines(tab) };
        const { layers, pages, theme } = tab.settings;
        const elements = elementViews(tab, themeOf(theme, (id) => reading.theme(id))?.font);
        return { reading: { tab: shownTab(tab.settings, reading), elements, layers: [...layers], pages: [...pages] } };
      });
      return answer;
    },
  };

  /** Large tabs are linted in a worker, while the document stays available. */
  async function lintOf(documentId: string, tabId: string): Promise<TabAnswer | Problem> {
    const result = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      if (reading.lintWork(tabId) > elementsLintedHere) return { later: planner.lint(tab) };
      return { here: reading.lint(tabId) ?? lint(tab) };
    });
    if (isProblem(result)) return result;
    const findings = 'here' in result ? result.here : await result.later;
    return isProblem(findings) ? findings : { text: lintText(findings) };
  }

  async function diffOf(documentId: string, tabId: string, since: number | undefined): Promise<TabAnswer | Problem> {
    if (since === undefined) {
      return problem('invalid_request', { errors: [{ pointer: '/since', message: 'is required with view=diff' }] });
    }
    const diff = await tabDiff(context, documentId, tabId, since);
    return isProblem(diff) ? diff : { diff };
  }

  async function createIn(
    room: RoomWrite,
    { call, documentId, body, references }: NewTabRequest,
    { ready }: PlanAttemptState,
  ): Promise<NewTabAnswer | Problem | DeferredPlan> {
    const access = await authorize(room.tx, call.actor, documentId, 'editor', { wholeDocument: true, now: now() });
    if (isProblem(access)) return access;
    const tabs = room.tabs();
    if (tabs.length >= limits.tabsPerDocument)
      return problem('too_large', {
        limit: limits.tabsPerDocument,
        detail: `A document holds at most ${limits.tabsPerDocument} tabs.`,
      });
    const at = now();
    const id = newId('tab', at);
    const settings: TabSettings = {
      id,
      name: body.name,
      mode: body.mode ?? 'canvas',
      theme: body.theme ?? 'light',
      locked: false,
      order: orderAt(tabs, body.position ?? tabs.length),
      layers: [],
      pages: [],
    };
    const empty = TabIndex.of({ ...settings, elements: new Map(), skipped: [] });
    const nameable = new Set([...references, ...sheetIds(room.doc)]);
    const planned = body.operations === undefined ? null : (ready?.outcome ?? planOn(empty, body.operations, nameable));
    if (planned instanceof DeferredPlan) return planned;
    if (planned !== null && 'errors' in planned) return refusal(planned.errors, 0);
    const isThemeAdded = await addTheme(room, call.actor, body.theme);
    if (isProblem(isThemeAdded)) return isThemeAdded;
    await insertTabRow(room.tx, { documentId, tabId: id, at });
    room.edit((doc) => insertTab(doc, settings));
    if (planned === null) {
      room.event('tab', { change: 'created', name: body.name, actor: eventActor(call.actor) }, id);
      return {
        tab: await tabView(room, documentId, id),
        changeset: null,
        results: [],
        lint: { ...lint(empty), introduced: [], resolved: [] },
        text: '',
      };
    }
    room.edit((doc) => applyEdits(doc, id, planned.plan.edits));
    const {
      changeset,
      results,
      lint: findings,
      text,
    } = await record(context, room, call, {
      documentId,
      tabId: id,
      previousRev: 0,
      planned,
      body: { baseRev: 0 },
      newTabName: body.name,
      references,
    });
    return { tab: await tabView(room, documentId, id), changeset, results, lint: findings, text };
  }

  /** A plan for an empty tab is valid whatever the settings of the tab are. */
  function planOn(
    empty: TabIndex,
    operations: NonNullable<NewTab['operations']>,
    references: ReadonlySet<string>,
  ): PlanResult | DeferredPlan {
    const plan = planner.plan(empty, operations, { selected: [], references });
    return 'here' in plan ? plan.here : new DeferredPlan(plan.later, 0, empty.settings);
  }

  async function changeIn(
    room: RoomWrite,
    call: Call,
    documentId: string,
    tabId: string,
    patch: TabPatch,
  ): Promise<Tab | Problem> {
    const isMove = patch.position !== undefined;
    const access = await authorize(room.tx, call.actor, documentId, 'editor', { tab: tabId, wholeDocument: isMove, now: now() });
    if (isProblem(access)) return access;
    const tabs = room.tabs();
    const tab = tabs.find(({ id }) => id === tabId);
    if (tab === undefined) return problem('tab_not_found');
    if (tab.locked && patch.locked !== false) return problem('tab_locked');
    const { position, ...settings } = patch;
    const isOtherMode = settings.mode !== undefined && settings.mode !== tab.mode;
    if (isOtherMode && (tab.mode === 'event-storming' || settings.mode === 'event-storming'))
      return problem('tab_mode_refused', { mode: tab.mode });
    const duplicate = settings.layers?.find((layer, index, all) => all.findIndex(({ id }) => id === layer.id) !== index);
    if (duplicate !== undefined)
      return problem('invalid_request', { errors: [{ pointer: '/layers', message: `names the layer ${duplicate.id} twice` }] });
    const isThemeAdded = await addTheme(room, call.actor, settings.theme);
    if (isProblem(isThemeAdded)) return isThemeAdded;
    const others = tabs.filter(({ id }) => id !== tabId);
    const isUnmoved = position === undefined || Math.min(position, others.length) === tabs.indexOf(tab);
    const order = isUnmoved ? {} : { order: orderAt(others, position) };
    const current: TabSettings = { arrowLine: defaultArrowLine, ...tab };
    const changes = Object.entries({ ...settings, ...order }).filter(
      ([name, value]) => !jsonEqual(value, current[name as keyof TabSettings]),
    );
    if (changes.length > 0 || isThemeAdded) {
      room.edit((doc) => setTab(doc, tabId, Object.fromEntries(changes)));
      const names = changes.map(([name]) => (name === 'order' ? 'position' : name));
      const fields = isThemeAdded && !names.includes('theme') ? [...names, 'theme'] : names;
      room.event('tab', { change: 'changed', fields, actor: eventActor(call.actor) }, tabId);
    }
    return tabView(room, documentId, tabId);
  }
}

/** `references`: ids of the images that the operations name and the writer can read. */
type NewTabRequest = {
  readonly call: Call;
  readonly documentId: string;
  readonly body: NewTab;
  readonly references: ReadonlySet<string>;
};

/** This many are linted within some milliseconds, however they are arranged. */
const elementsLintedHere = 400;

/** The current tab within a write. */
async function tabView(room: RoomWrite, documentId: string, tabId: string): Promise<Tab> {
  const tab = room.tab(tabId);
  if (tab === undefined) throw new Error(`tab ${tabId} is missing`);
  const revs = await tabRevs(room.tx, documentId);
  return shownTab(tab.settings, { rev: (id) => revs.get(id) ?? 0, counts: (id) => room.counts(id) });
}
