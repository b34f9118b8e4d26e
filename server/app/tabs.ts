/**
 * tabs: making, reading, changing and removing the tabs of a document.
 *
 * B1  A tab made with operations is made by a changeset: both are there, at rev 1, or neither.
 * B2  A locked tab takes no other setting until it is unlocked; its elements are guarded by the changeset engine.
 * B3  Settings are no changeset: they leave the revision.
 * B4  A document keeps at least one tab and holds at most `limits.tabsPerDocument`.
 * B5  A change that changes nothing is answered and leaves nothing: no journal row and no live event.
 * B6  Whoever is limited to some tabs neither makes, removes nor moves any.
 */
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
import { type Tab, type TabSettings } from '#schema/tab.ts';
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
import { takeTheme } from './themes.ts';
import { DeferredPlan, type PlanTry, writeWithPlan } from './planned-write.ts';
import type { NewTabAnswer, TabAnswer, Tabs } from './port.ts';

export function createTabs(context: AppContext): Tabs {
  const { storage, rooms, now, planner, imageAccess } = context;
  return {
    async create(call, documentId, body) {
      const written = {
        action: 'tab.create',
        about: (answer: NewTabAnswer | DeferredPlan) => ({
          documentId,
          ...(!(answer instanceof DeferredPlan) && { subject: answer.tab.id }),
        }),
        applied: (answer: NewTabAnswer | DeferredPlan) => !(answer instanceof DeferredPlan),
      };
      const references = await placeable(imageAccess, call.actor, body.operations ?? []);
      return writeWithPlan((known) =>
        rooms.write(call, documentId, (room) =>
          withIdempotency(context, room.tx, call, written, () => createIn(room, { call, documentId, body, references }, known)),
        ),
      );
    },

    change(call, documentId, tabId, patch) {
      const written = { action: 'tab.change', about: () => ({ documentId, subject: tabId }) };
      return rooms.write(call, documentId, (room) =>
        withIdempotency(context, room.tx, call, written, () => changeIn(room, call, documentId, tabId, patch)),
      );
    },

    remove(call, documentId, tabId) {
      const written = { action: 'tab.remove', about: () => ({ documentId, subject: tabId }) };
      return rooms.write(call, documentId, (room) =>
        withIdempotency<null>(context, room.tx, call, written, async () => {
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
        const { layers, pages } = tab.settings;
        return {
          reading: { tab: shownTab(tab.settings, reading), elements: elementViews(tab), layers: [...layers], pages: [...pages] },
        };
      });
      return answer;
    },
  };

  /** Of what takes more than a moment the lint is made by a worker, and the document waits for nothing. */
  async function lintOf(documentId: string, tabId: string): Promise<TabAnswer | Problem> {
    const begun = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      if (reading.lintWork(tabId) > elementsLintedHere) return { later: planner.lint(tab) };
      return { here: reading.lint(tabId, tab, []) ?? lint(tab) };
    });
    if (isProblem(begun)) return begun;
    const found = 'here' in begun ? begun.here : await begun.later;
    return isProblem(found) ? found : { text: lintText(found) };
  }

  async function diffOf(documentId: string, tabId: string, since: number | undefined): Promise<TabAnswer | Problem> {
    if (since === undefined) {
      return problem('invalid_request', { errors: [{ pointer: '/since', message: 'is needed with view=diff' }] });
    }
    const diff = await tabDiff(context, documentId, tabId, since);
    return isProblem(diff) ? diff : { diff };
  }

  /** [B1] */
  async function createIn(
    room: RoomWrite,
    { call, documentId, body, references }: AskedTab,
    { ready }: PlanTry,
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
    const judged = body.operations === undefined ? null : (ready?.outcome ?? planOn(empty, body.operations, nameable));
    if (judged instanceof DeferredPlan) return judged;
    if (judged !== null && 'errors' in judged) return refusal(judged.errors, 0);
    const taken = await takeTheme(room, call.actor, body.theme);
    if (isProblem(taken)) return taken;
    await insertTabRow(room.tx, { documentId, tabId: id, at });
    room.edit((doc) => insertTab(doc, settings));
    if (judged === null) {
      room.event('tab', { change: 'created', name: body.name, actor: eventActor(call.actor) }, id);
      return {
        tab: await tabView(room, documentId, id),
        changeset: null,
        results: [],
        lint: { ...lint(empty), introduced: [], resolved: [] },
        text: '',
      };
    }
    room.edit((doc) => applyEdits(doc, id, judged.plan.edits));
    const {
      changeset,
      results,
      lint: found,
      text,
    } = await record(context, room, call, {
      documentId,
      tabId: id,
      previousRev: 0,
      judged,
      body: { baseRev: 0 },
      makesTab: body.name,
      references,
    });
    return { tab: await tabView(room, documentId, id), changeset, results, lint: found, text };
  }

  /** Whatever an empty tab is called, a plan for it is good for another one too. */
  function planOn(
    empty: TabIndex,
    operations: NonNullable<NewTab['operations']>,
    references: ReadonlySet<string>,
  ): PlanResult | DeferredPlan {
    const planned = planner.plan(empty, operations, { selected: [], references });
    return 'here' in planned ? planned.here : new DeferredPlan(planned.later, 0, empty.settings);
  }

  /** [B2] [B3] */
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
    const twice = settings.layers?.find((layer, index, all) => all.findIndex(({ id }) => id === layer.id) !== index);
    if (twice !== undefined)
      return problem('invalid_request', { errors: [{ pointer: '/layers', message: `names the layer ${twice.id} twice` }] });
    const taken = await takeTheme(room, call.actor, settings.theme);
    if (isProblem(taken)) return taken;
    const others = tabs.filter(({ id }) => id !== tabId);
    const isThere = position === undefined || Math.min(position, others.length) === tabs.indexOf(tab);
    const order = isThere ? {} : { order: orderAt(others, position) };
    const changes = Object.entries({ ...settings, ...order }).filter(
      ([name, value]) => !jsonEqual(value, tab[name as keyof TabSettings]),
    );
    if (changes.length > 0 || taken) {
      room.edit((doc) => setTab(doc, tabId, Object.fromEntries(changes)));
      const names = changes.map(([name]) => (name === 'order' ? 'position' : name));
      const fields = taken && !names.includes('theme') ? [...names, 'theme'] : names;
      room.event('tab', { change: 'changed', fields, actor: eventActor(call.actor) }, tabId);
    }
    return tabView(room, documentId, tabId);
  }
}

/** `references`: ids of the images that the operations name and the writer can read. */
type AskedTab = {
  readonly call: Call;
  readonly documentId: string;
  readonly body: NewTab;
  readonly references: ReadonlySet<string>;
};

/** That many are linted within some milliseconds, however they lie. */
const elementsLintedHere = 400;

/** The tab as it is within a write. */
async function tabView(room: RoomWrite, documentId: string, tabId: string): Promise<Tab> {
  const tab = room.tab(tabId);
  if (tab === undefined) throw new Error(`tab ${tabId} is not there`);
  const revs = await tabRevs(room.tx, documentId);
  return shownTab(tab.settings, { rev: (id) => revs.get(id) ?? 0, counts: (id) => room.counts(id) });
}
