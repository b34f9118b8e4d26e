/** Creating, reading, changing and removing the tabs of a document (SPEC.md). */
import { lint } from '#core/lint/lint.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { NewTab, TabPatch } from '#schema/calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { defaultArrowLine, defaultLook, type Tab, type TabSettings } from '#schema/tab.ts';
import { firstOrderKey, orderAt } from '#schema/ydoc/order-key.ts';
import { sheetIds } from '#schema/ydoc/sheets.ts';
import { applyEdits, insertTab, removeTab, setTab } from '#schema/ydoc/write.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { authorize } from '#server/access/authorize.ts';
import { placeable } from '#server/images/placing.ts';
import type { PlannedChangeset, PlanResult } from '#server/planner/plan-result.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import { deleteTabRow, insertTab as insertTabRow, tabRevs } from '#storage/tabs.ts';

import { addressesFor } from './addresses.ts';
import { eventActor } from './audit.ts';
import { record } from './record-changeset.ts';
import { refusal } from './refused-changeset.ts';
import type { AppContext } from './context.ts';
import { tabDiff } from './diffs.ts';
import { documentWrite, plannedWrite, type WriteScope } from './document-write.ts';
import { shownTab } from './document-view.ts';
import { refuseOperations } from './fenced-changeset.ts';
import { authorizePast } from './moments.ts';
import { decisionsFor, withDecisions } from './decisions.ts';
import { diffMoments, readPastTab } from './past-tabs.ts';
import { lintAnswer, type LintAttempt, lintOf, viewOf } from './tab-views.ts';
import { addTheme } from './themes.ts';
import type { NewTabAnswer, TabAnswer, Tabs } from './port.ts';

export function createTabs(context: AppContext): Tabs {
  const { storage, rooms, now, planner, imageAccess } = context;
  return {
    async create(call, documentId, body) {
      const { operations } = body;
      const write = {
        action: 'tab.create',
        access: { level: 'editor', wholeDocument: true },
        subject: ({ tab }: NewTabAnswer) => tab.id,
      } as const;
      const settings = newSettings(body, now());
      if (operations === undefined)
        return documentWrite<NewTabAnswer>(context, call, documentId, write, (scope) => createIn(scope, body, settings, null));
      const fenced = refuseOperations(call.actor, operations);
      if (fenced !== null) return fenced;
      const references = await placeable(imageAccess, call.actor, operations);
      return plannedWrite<NewTabAnswer, PlanResult>(context, call, documentId, {
        ...write,
        tabId: settings.id,
        newTab: emptyTab(settings),
        plan: ({ room, tab }) => {
          const tooMany = refuseTabs(room);
          if (tooMany !== null) return { here: tooMany };
          return planner.plan(tab, operations, { selected: [], references: new Set([...references, ...sheetIds(room.doc)]) });
        },
        apply: (scope, outcome) =>
          'errors' in outcome ? refusal(outcome.errors, 0) : createIn(scope, body, settings, { planned: outcome, references }),
      });
    },

    change(call, documentId, tabId, patch) {
      const wholeDocument = patch.position !== undefined;
      const write = {
        action: 'tab.change',
        access: { level: 'editor', tab: tabId, wholeDocument },
        subject: () => tabId,
      } as const;
      return documentWrite<Tab>(context, call, documentId, write, (scope) => changeIn(scope, tabId, patch));
    },

    remove(call, documentId, tabId) {
      const write = {
        action: 'tab.remove',
        access: { level: 'editor', tab: tabId, wholeDocument: true },
        subject: () => tabId,
      } as const;
      return documentWrite<null>(context, call, documentId, write, async ({ room }) => {
        const tab = room.tabs().find(({ id }) => id === tabId);
        if (tab === undefined) return problem('tab_not_found');
        if (tab.locked) return problem('tab_locked');
        if (room.tabs().length === 1) return problem('last_tab');
        room.edit((doc) => removeTab(doc, tabId));
        await deleteTabRow(room.tx, documentId, tabId);
        room.afterCommit(() => context.agentsChanged(documentId));
        room.event('tab', { change: 'removed', actor: eventActor(call.actor) }, tabId);
        return null;
      });
    },

    async read(call, documentId, tabId, query) {
      const place = { documentId, tabId };
      const { at, since, until } = query;
      if (query.view === 'diff') {
        if (at !== undefined) return misplaced('at', 'is not taken with view=diff: use since and until');
        if (since === undefined) return misplaced('since', 'is required with view=diff');
        const denied = await authorizePast(context, call, documentId);
        if (denied !== null) return denied;
        if (until !== undefined || !/^\d+$/.test(String(since))) return diffMoments(context, place, { since, until });
        const diff = await tabDiff(context, documentId, tabId, Number(since));
        return isProblem(diff) ? diff : { diff };
      }
      if (at !== undefined) return readPastTab(context, call, place, { ...query, at });
      const access = await authorize(storage.db, call.actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      await rooms.prepareTab(documentId, tabId, 'read');
      const url = addressesFor(context, call).tab(documentId, tabId);
      const answer = await rooms.read(documentId, (reading): TabAnswer | LintAttempt | Problem => {
        const tab = reading.tab(tabId);
        if (tab === undefined) return problem('tab_not_found');
        if (query.view !== 'lint') return viewOf(query, { tab, reading, threads: () => reading.threadsOn(tabId), url });
        return lintOf(context, tab, query.elements, { work: reading.lintWork(tabId), lint: () => reading.lint(tabId) });
      });
      if (isProblem(answer)) return answer;
      return 'findings' in answer ? lintAnswer(answer) : withDecisions(answer, await decisionsFor(context, call, place));
    },
  };

  /** `content`: null without operations. */
  async function createIn(
    scope: WriteScope,
    body: NewTab,
    settings: TabSettings,
    content: NewContent | null,
  ): Promise<NewTabAnswer | Problem> {
    const { room, call, documentId } = scope;
    const tabs = room.tabs();
    const { id } = settings;
    const tooMany = refuseTabs(room);
    if (tooMany !== null) return tooMany;
    const isThemeAdded = await addTheme(room, call.actor, body.theme);
    if (isProblem(isThemeAdded)) return isThemeAdded;
    await insertTabRow(room.tx, { documentId, tabId: id, at: now() });
    const order = orderAt(tabs, body.position ?? tabs.length);
    room.edit((doc) => insertTab(doc, { ...settings, order }));
    if (content === null) {
      room.event('tab', { change: 'created', name: body.name, actor: eventActor(call.actor) }, id);
      return {
        tab: await tabIn(scope, id),
        changeset: null,
        results: [],
        lint: { ...lint(emptyTab(settings)), introduced: [], resolved: [] },
        text: '',
      };
    }
    const { planned, references } = content;
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
    return { tab: await tabIn(scope, id), changeset, results, lint: findings, text };
  }

  async function changeIn(scope: WriteScope, tabId: string, patch: TabPatch): Promise<Tab | Problem> {
    const { room, call } = scope;
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
    const current: TabSettings = { arrowLine: defaultArrowLine, look: defaultLook, ...tab };
    const changes = Object.entries({ ...settings, ...order }).filter(
      ([name, value]) => !jsonEqual(value, current[name as keyof TabSettings]),
    );
    if (changes.length > 0 || isThemeAdded) {
      room.edit((doc) => setTab(doc, tabId, Object.fromEntries(changes)));
      const names = changes.map(([name]) => (name === 'order' ? 'position' : name));
      const fields = isThemeAdded && !names.includes('theme') ? [...names, 'theme'] : names;
      room.event('tab', { change: 'changed', fields, actor: eventActor(call.actor) }, tabId);
    }
    return tabIn(scope, tabId);
  }

  /** The current tab within a write. */
  async function tabIn({ room, call, documentId }: WriteScope, tabId: string): Promise<Tab> {
    const tab = room.tab(tabId);
    if (tab === undefined) throw new Error(`tab ${tabId} is missing`);
    const revs = await tabRevs(room.tx, documentId);
    const shown = shownTab(tab.settings, { rev: (id) => revs.get(id) ?? 0, counts: (id) => room.counts(id) });
    return { ...shown, url: addressesFor(context, call).tab(documentId, tabId) };
  }
}

/** `references`: ids of the images that the operations name and the writer can read. */
type NewContent = { readonly planned: PlannedChangeset; readonly references: ReadonlySet<string> };

/** The settings of a new tab. Its place in the order is known only under the document's lock. */
const newSettings = ({ name, mode = 'canvas', theme = 'light', look = defaultLook }: NewTab, at: number): TabSettings => ({
  id: newId('tab', at),
  name,
  mode,
  theme,
  ...(look !== defaultLook && { look }),
  locked: false,
  order: firstOrderKey,
  layers: [],
  pages: [],
});

const emptyTab = (settings: TabSettings): TabIndex => TabIndex.of({ ...settings, elements: new Map(), skipped: [] });

function refuseTabs(room: RoomWrite): Problem | null {
  const limit = limits.tabsPerDocument;
  return room.tabs().length < limit ? null : problem('too_large', { limit, detail: `A document holds at most ${limit} tabs.` });
}

const misplaced = (name: string, message: string): Problem =>
  problem('invalid_request', { errors: [{ pointer: `/${name}`, message }] });
