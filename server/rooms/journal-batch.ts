/**
 * Writes edits of editors as one journal row, with the revisions, touches, earlier values and image uses that go with it (SPEC.md).
 */
import type { EditedElement, EditorEdits } from '#schema/history.ts';
import { addImageUses, lockImages, placeableImages } from '#storage/images.ts';
import { appendJournal } from '#storage/journal.ts';
import { raiseItemsRev } from '#storage/cards.ts';
import type { Db } from '#storage/storage.ts';
import { insertEditorEdits } from '#storage/tab-changes.ts';
import { raiseRev } from '#storage/tabs.ts';
import { insertTouches } from '#storage/touches.ts';

import { editedElements, type ElementSnapshot, type TouchedElements } from './element-snapshot.ts';
import { type Batch, type EditAuthor, itemsOf, type PendingEdit } from './pending-edits.ts';
import type { Room } from './room.ts';

export type BatchRow = { readonly seq: number; readonly writeId: string; readonly at: number; readonly bytes: Uint8Array };

/** `snapshots`: the touched elements before the batch. */
export type SnapshotBatch = { readonly batch: Batch; readonly snapshots: readonly ElementSnapshot[] };

export async function journalBatch(tx: Db, room: Room, { batch, snapshots }: SnapshotBatch, row: BatchRow): Promise<void> {
  const { at } = row;
  const edited = editedElements(snapshots);
  const byTab = touchesByTab(batch.edits);
  const revs: Record<string, number> = {};
  for (const tabId of byTab.keys()) revs[tabId] = await raiseRev(tx, room.id, tabId, at);
  await appendJournal(tx, { documentId: room.id, ...row, kind: 'editors', actor: { revs } });
  for (const [tabId, touches] of byTab) {
    const rev = revs[tabId] ?? 0;
    for (const [{ name, color, userId }, elementIds] of byEditor(touches.things)) {
      await insertTouches(tx, { documentId: room.id, tabId, rev, elementIds, name, color, userId, changesetId: null, at });
    }
    const edits = byAuthor(edited.get(tabId) ?? [], touches);
    if (edits.length > 0) await insertEditorEdits(tx, { documentId: room.id, tabId, rev, at, edits });
    await room.tabEvents.batch(tx, tabId, touches.last, at);
  }
  await journalCards(tx, room, batch, at);
  await recordPlaced(tx, room.id, batch.edits, at);
}

async function journalCards(tx: Db, room: Room, { edits }: Batch, at: number): Promise<void> {
  const items = itemsOf(edits);
  const author = [...items.values()].at(-1);
  if (author === undefined) return;
  const rev = await raiseItemsRev(tx, room.id);
  await room.cardEvents.batch(tx, { ids: [...items.keys()], rev }, author, at);
}

/** Records the images that editors placed and can read, so that readers of the document can read them too. */
async function recordPlaced(tx: Db, documentId: string, edits: readonly PendingEdit[], at: number): Promise<void> {
  const byPlacer = new Map<EditAuthor, Set<string>>();
  for (const { editor, imageIds: placed = [] } of edits) {
    for (const id of placed) byPlacer.set(editor, (byPlacer.get(editor) ?? new Set<string>()).add(id));
  }
  for (const [{ userId, bound = null }, ids] of byPlacer) {
    if (userId === null) continue;
    const readable = await placeableImages(tx, { userId, bound }, [...ids]);
    await addImageUses(tx, documentId, [...(await lockImages(tx, readable, 'placing'))], at);
  }
}

/** Everything that the edits of a batch touch. */
export function touchedBy(edits: readonly PendingEdit[]): TouchedElements {
  const tabs = new Map<string, Set<string>>();
  const removedTabs = new Set<string>();
  for (const edit of edits) {
    for (const [tabId, ids] of edit.tabs) {
      const touched = tabs.get(tabId) ?? new Set<string>();
      for (const id of ids) touched.add(id);
      tabs.set(tabId, touched);
    }
    for (const tabId of edit.removedTabs) removedTabs.add(tabId);
  }
  return { tabs, removedTabs };
}

/** Elements that were removed with their tab have no editor of their own: they count for the last one. */
function byAuthor(elements: readonly EditedElement[], touches: TabTouches): EditorEdits[] {
  const byEditor = new Map<EditAuthor, EditedElement[]>();
  for (const element of elements) {
    const editor = touches.things.get(element.id) ?? touches.last;
    const elementsOfEditor = byEditor.get(editor);
    if (elementsOfEditor === undefined) byEditor.set(editor, [element]);
    else elementsOfEditor.push(element);
  }
  return Array.from(byEditor, ([{ name, color }, edited]) => ({ by: { name, color }, elements: edited }));
}

/** `things`: elements and pages; their ids distinguish them. */
type TabTouches = { readonly things: Map<string, EditAuthor>; last: EditAuthor };

function touchesByTab(edits: readonly PendingEdit[]): Map<string, TabTouches> {
  const byTab = new Map<string, TabTouches>();
  const touched = (tabId: string, editor: EditAuthor): TabTouches => {
    const touches = byTab.get(tabId) ?? { things: new Map<string, EditAuthor>(), last: editor };
    touches.last = editor;
    byTab.set(tabId, touches);
    return touches;
  };
  for (const { editor, tabs, settings, pages } of edits) {
    for (const tabId of settings) touched(tabId, editor);
    for (const [tabId, ids] of [...tabs, ...pages]) {
      const touches = touched(tabId, editor);
      for (const id of ids) touches.things.set(id, editor);
    }
  }
  return byTab;
}

function byEditor(things: ReadonlyMap<string, EditAuthor>): Map<EditAuthor, string[]> {
  const ids = new Map<EditAuthor, string[]>();
  for (const [id, editor] of things) {
    const idsOfEditor = ids.get(editor);
    if (idsOfEditor === undefined) ids.set(editor, [id]);
    else idsOfEditor.push(id);
  }
  return ids;
}
