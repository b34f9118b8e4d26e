/**
 * journal-batch: edits of editors become one journal row, with the revisions that they raise.
 *
 * B1  Each tab that the batch touches rises by exactly one revision, however many edits and editors it holds.
 * B2  Each element and each page touched is noted with its last editor, so that an agent's `baseRev` sees people's edits.
 * B3  What the elements were before is kept, so that a difference shows people's edits as it shows an agent's.
 * B4  A batch that touches cards raises their revision by one.
 * B5  An uploaded image that an editor placed is noted as used here if the editor can read it: then readers of the document can.
 * Live events that tell of them are tab-event-throttle.ts and card-news.ts.
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

/** `images`: how the elements that the batch touches lay before it. */
export type SnapshotBatch = { readonly batch: Batch; readonly images: readonly ElementSnapshot[] };

export async function journalBatch(tx: Db, room: Room, { batch, images }: SnapshotBatch, row: BatchRow): Promise<void> {
  const { at } = row;
  const edited = editedElements(images);
  await appendJournal(tx, { documentId: room.id, ...row, kind: 'editors', actor: null });
  for (const [tabId, touches] of touchesByTab(batch.edits)) {
    const rev = await raiseRev(tx, room.id, tabId, at);
    for (const [{ name, color, userId }, elementIds] of byEditor(touches.things)) {
      await insertTouches(tx, { documentId: room.id, tabId, rev, elementIds, name, color, userId, changesetId: null, at });
    }
    const edits = byAuthor(edited.get(tabId) ?? [], touches);
    if (edits.length > 0) await insertEditorEdits(tx, { documentId: room.id, tabId, rev, at, edits });
    await room.news.batch(tx, tabId, touches.last, at);
  }
  await tellOfCards(tx, room, batch, at);
  await notePlaced(tx, room.id, batch.edits, at);
}

/** [B4] */
async function tellOfCards(tx: Db, room: Room, { edits }: Batch, at: number): Promise<void> {
  const items = itemsOf(edits);
  const author = [...items.values()].at(-1);
  if (author === undefined) return;
  const rev = await raiseItemsRev(tx, room.id);
  await room.cardNews.batch(tx, { ids: [...items.keys()], rev }, author, at);
}

/** [B5] */
async function notePlaced(tx: Db, documentId: string, edits: readonly PendingEdit[], at: number): Promise<void> {
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

/** All that the edits of a batch touch. */
export function touchedBy(edits: readonly PendingEdit[]): TouchedElements {
  const tabs = new Map<string, Set<string>>();
  const removedTabs = new Set<string>();
  for (const edit of edits) {
    for (const [tabId, ids] of edit.tabs) {
      const known = tabs.get(tabId) ?? new Set<string>();
      for (const id of ids) known.add(id);
      tabs.set(tabId, known);
    }
    for (const tabId of edit.removedTabs) removedTabs.add(tabId);
  }
  return { tabs, removedTabs };
}

/** What went with its tab was touched by nobody in particular: it is the last one's. */
function byAuthor(elements: readonly EditedElement[], touches: TabTouches): EditorEdits[] {
  const byEditor = new Map<EditAuthor, EditedElement[]>();
  for (const element of elements) {
    const editor = touches.things.get(element.id) ?? touches.last;
    const known = byEditor.get(editor);
    if (known === undefined) byEditor.set(editor, [element]);
    else known.push(element);
  }
  return Array.from(byEditor, ([{ name, color }, edited]) => ({ by: { name, color }, elements: edited }));
}

/** `things`: elements and pages, which are told apart by their ids. */
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
    const known = ids.get(editor);
    if (known === undefined) ids.set(editor, [id]);
    else known.push(id);
  }
  return ids;
}
