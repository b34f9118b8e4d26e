/** Creating a document with its tabs, and with what operations draw on the first of them, in one transaction (SPEC.md). */
import { TabIndex } from '#core/tab/tab-index.ts';
import type { NewDocument } from '#schema/document-calls.ts';
import { isArrow } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { NewDocumentAnswer } from '#schema/document.ts';
import { defaultLook, type TabSettings } from '#schema/tab.ts';
import { firstOrderKey, orderAt } from '#schema/ydoc/order-key.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import { refuseFencedOwn } from '#server/access/fence.ts';
import type { Call } from '#server/call.ts';
import { placeable } from '#server/images/placing.ts';
import type { PlannedChangeset } from '#server/planner/plan-result.ts';
import { insertDocument } from '#storage/documents.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db } from '#storage/storage.ts';
import { insertTab as insertTabRow } from '#storage/tabs.ts';

import { addressesFor } from './addresses.ts';
import { eventActor } from './audit.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { shownTab, withAddresses } from './document-view.ts';
import { type ChangesetTarget, record } from './record-changeset.ts';
import { refusal } from './refused-changeset.ts';

export type CreateDocument = (call: Call<PersonActor | AgentActor>, body: NewDocument) => Promise<NewDocumentAnswer | Problem>;

type NewTab = NonNullable<NewDocument['tabs']>[number];
type NewTabs = readonly [TabSettings, ...TabSettings[]];

/** What operations draw on the first tab. */
type Drawing = { readonly planned: PlannedChangeset; readonly references: ReadonlySet<string> };

export function createNewDocument(context: AppContext): CreateDocument {
  const { rooms, now, planner, imageAccess } = context;
  return async (call, body) => {
    const { actor } = call;
    if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
    const fenced = refuseFencedOwn(actor);
    if (fenced !== null) return fenced;
    if (actor.kind === 'agent' && actor.documents !== null) {
      return problem('access_denied', {
        required: 'owner',
        detail: 'A token that is limited to documents cannot create others.',
      });
    }
    const tabs = tabsOf(body, now());
    const drawing = await draw(call, tabs[0], body.operations);
    if (isProblem(drawing)) return drawing;
    const { name = 'Untitled' } = body;
    const about = ({ id }: NewDocumentAnswer) => ({ documentId: id });
    const created = await commit<NewDocumentAnswer>(context, call, { action: 'document.create', about }, (tx) =>
      insert(tx, call, { name, tabs, drawing }),
    );
    if (!isProblem(created)) context.searchIndexer.noteWrite(created.id);
    return created;
  };

  /** Null without operations. Planned before anything is written: refused operations leave no document. */
  async function draw(call: Call, tab: TabSettings, operations: NewDocument['operations']): Promise<Drawing | null | Problem> {
    if (operations === undefined) return null;
    const references = await placeable(imageAccess, call.actor, operations);
    const empty = TabIndex.of({ ...tab, elements: new Map(), skipped: [] });
    const attempt = planner.plan(empty, operations, { selected: [], references });
    const planned = 'here' in attempt ? attempt.here : await attempt.later();
    if (isProblem(planned)) return planned;
    return 'errors' in planned ? refusal(planned.errors, 0) : { planned, references };
  }

  async function insert(
    tx: Db,
    call: Call<PersonActor | AgentActor>,
    { name, tabs, drawing }: { readonly name: string; readonly tabs: NewTabs; readonly drawing: Drawing | null },
  ): Promise<NewDocumentAnswer> {
    const { actor } = call;
    const at = now();
    const id = newId('doc', at);
    const edits = drawing?.planned.plan.edits ?? [];
    const [first] = tabs;
    await insertDocument(tx, { id, name, ownerId: actor.userId, at });
    for (const tab of tabs) await insertTabRow(tx, { documentId: id, tabId: tab.id, at });
    await rooms.create(
      tx,
      id,
      (doc) => {
        initDocument(doc, { name });
        for (const tab of tabs) insertTab(doc, tab);
        applyEdits(doc, first.id, edits);
      },
      at,
    );
    const statements: Promise<unknown>[] = [];
    const target: ChangesetTarget = {
      tx,
      position: 1,
      alongside: (statement) => void statements.push(statement),
      event: (type, data, tabId) =>
        void statements.push(appendEvent(tx, { documentId: id, type, tabId: tabId ?? null, at, data })),
      // No one has the document open yet.
      notify: () => undefined,
      afterCommit: () => undefined,
    };
    target.event('document', { change: 'created', name, actor: eventActor(actor) });
    const drawn =
      drawing === null || edits.length === 0
        ? null
        : await record(context, target, call, {
            documentId: id,
            tabId: first.id,
            previousRev: 0,
            body: { baseRev: 0 },
            ...drawing,
          });
    await Promise.all(statements);
    const arrows = edits.filter(({ after }) => after !== null && isArrow(after)).length;
    const reading = {
      rev: (tabId: string) => (drawn !== null && tabId === first.id ? 1 : 0),
      counts: (tabId: string) => (tabId === first.id ? { elements: edits.length - arrows, arrows } : { elements: 0, arrows: 0 }),
    };
    const owner = { name: actor.name, color: actor.color };
    const shown = tabs.map((tab) => shownTab(tab, reading));
    const created = { id, name, owner, access: 'owner', agents: 'write', createdAt: at, updatedAt: at, tabs: shown } as const;
    const document = withAddresses(created, addressesFor(context, call));
    if (drawing === null) return document;
    if (drawn === null) return { ...document, ...unchanged(drawing.planned) };
    const { changeset, results, lint, text } = drawn;
    return { ...document, changeset, results, lint, text };
  }
}

const unchanged = ({ results, lint }: PlannedChangeset) => ({
  changeset: null,
  results: [...results],
  lint,
  text: 'nothing changed',
});

function tabsOf({ tabs = [] }: NewDocument, at: number): NewTabs {
  const [first = { name: 'Tab 1' }, ...others] = tabs;
  const made: [TabSettings, ...TabSettings[]] = [newTab(first, firstOrderKey, at)];
  for (const tab of others) made.push(newTab(tab, orderAt(made, made.length), at));
  return made;
}

const newTab = (
  { name, mode = 'canvas', theme = 'light', look = defaultLook }: NewTab,
  order: string,
  at: number,
): TabSettings => ({
  id: newId('tab', at),
  name,
  mode,
  theme,
  ...(look !== defaultLook && { look }),
  locked: false,
  order,
  layers: [],
  pages: [],
});
