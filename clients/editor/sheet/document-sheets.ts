/**
 * document-sheets: the sheets of the open document: added, placed on the tab, renamed, and deleted with the shapes that show
 * them.
 */
import type * as Y from 'yjs';

import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { elementIdsOf } from '#schema/ydoc/read.ts';
import { addSheet, editSheet, readSheet, removeSheet, sheetList, type SheetName } from '#schema/ydoc/sheets.ts';

import { formulaIn } from '#core/sheet/live-sheet.ts';
import { sheetTitle } from '#core/sheet/sheet-title.ts';

import { planChange } from '../changes/change.ts';
import { addWhole } from '../changes/draw.ts';
import { clearOf } from '../changes/free-place.ts';
import { removeElements } from '../changes/remove.ts';
import type { Editor } from '../state/editor.ts';
import type { DocumentSession } from '../live/document-session.ts';
import { jsonLength, updateParts } from '../live/update-parts.ts';
import { sheetTexts } from '../strings/sheet.ts';

const newSize = { rows: 20, cols: 8 };
const shapeSize = { width: 560, height: 320 };

/** The sheets of a tab, the oldest first. */
export const sheetsOn = ({ doc }: Pick<DocumentSession, 'doc'>, tabId: string): SheetName[] =>
  sheetList(doc).filter((sheet) => sheet.tabId === tabId);

/** `Sheet 1`, `Sheet 2`, …: the first title that is free on the tab. */
export function newSheetTitle(sheets: readonly SheetName[], tabId: string): string {
  const taken = new Set(sheets.filter((sheet) => sheet.tabId === tabId).map(({ title }) => title.toLowerCase()));
  let number = 1;
  while (taken.has(`sheet ${number}`)) number += 1;
  return `Sheet ${number}`;
}

export function addEmptySheet(editor: Editor): void {
  const id = newId('sheet');
  if (mayAdd(editor) && write(editor, id)) editor.sheet.set(id);
}

/** Adds an empty sheet and a shape for it in the middle of the view or beside what is there, as one undo step, and opens it. */
export function placeSheet(editor: Editor): void {
  if (!mayAdd(editor)) return;
  const id = newId('sheet');
  let shapeId = '';
  const onAdded = (element: string): void => {
    shapeId = element;
  };
  const shape = { type: 'shape', shape: 'plan-sheet', ...freePlace(editor), planSheet: { sheetId: id } } as const;
  const edits = planChange(editor.tab.view, addWhole(shape, onAdded));
  if (isProblem(edits)) return editor.tell({ text: edits.detail, kind: 'failure' });
  const options = { joins: `new ${id}` };
  if (!write(editor, id, options) || !editor.session.edit(editor.tab.id, edits, options)) return;
  editor.selection.set([shapeId]);
  editor.sheet.set(id);
}

function mayAdd({ mayEdit, session, tell }: Editor): boolean {
  if (!mayEdit.get()) return false;
  const isFull = sheetList(session.doc).length >= limits.sheetsPerDocument;
  if (isFull) tell({ text: sheetTexts.limitSheetsPerDocument(limits.sheetsPerDocument.toLocaleString('en')), kind: 'failure' });
  return !isFull;
}

function write({ session, tab }: Editor, id: string, options: { readonly joins?: string } = {}): boolean {
  const title = newSheetTitle(sheetList(session.doc), tab.id);
  const lines = (kind: 'row' | 'col', count: number) => orderKeys(count).map((key) => [newId(kind), key] as const);
  const sheet = { tabId: tab.id, title, rows: lines('row', newSize.rows), cols: lines('col', newSize.cols) };
  return session.transact((doc) => addSheet(doc, id, sheet), options);
}

function freePlace({ viewport, tab }: Editor): Rect {
  const seen = viewport.visible();
  const middle = (from: number, room: number, size: number): number => Math.round(from + (room - size) / 2);
  const [x, y] = [middle(seen.x, seen.width, shapeSize.width), middle(seen.y, seen.height, shapeSize.height)];
  return clearOf(tab.view, { ...shapeSize, x, y });
}

/** What is deleted or broken with a sheet. */
export type SheetUses = {
  /** Ids of the shapes that show the sheet, by tab. */
  readonly shapes: ReadonlyMap<string, readonly string[]>;
  /** The number of formulas that refer to the sheet, by the titles of their sheets. */
  readonly formulas: ReadonlyMap<string, number>;
};

export function usesOf({ session }: Editor, sheetId: string): SheetUses {
  const shapes = new Map<string, readonly string[]>();
  for (const { id: tabId } of session.tabs.get()) {
    const candidates = elementIdsOf(session.doc, tabId, 'plan-sheet');
    const view = candidates.length === 0 ? undefined : session.tab(tabId)?.view;
    const showing = candidates.filter((id) => shows(view?.get(id), sheetId));
    if (showing.length > 0) shapes.set(tabId, showing);
  }
  const formulas = new Map<string, number>();
  for (const sheet of session.sheets.workbook?.sheets.values() ?? []) {
    if (sheet.id === sheetId) continue;
    let count = 0;
    for (const cell of sheet.cells.values()) if (formulaIn(cell)?.includes(`${sheetId}!`) === true) count += 1;
    if (count > 0) formulas.set(sheet.title, count);
  }
  return { shapes, formulas };
}

const shows = (element: Element | undefined, sheetId: string): boolean =>
  element?.type === 'shape' && element.planSheet?.sheetId === sheetId;

/**
 * Deletes a sheet with the shapes that show it, as one undo step; formulas that refer to it become #REF!. False if a locked shape
 * shows it: it is kept, and the reason reported.
 */
export function deleteSheet(editor: Editor, sheetId: string): boolean {
  const { session, tell } = editor;
  const removals: { readonly tabId: string; readonly edits: readonly Edit[] }[] = [];
  for (const [tabId, ids] of usesOf(editor, sheetId).shapes) {
    const view = session.tab(tabId)?.view;
    const edits = view === undefined ? [] : planChange(view, removeElements(ids));
    const isGone = (id: string): boolean => !isProblem(edits) && edits.some(({ before, after }) => before?.id === id && after === null); // prettier-ignore
    if (isProblem(edits) || !ids.every(isGone)) {
      tell({ text: sheetTexts.shapeIsLocked, kind: 'failure' });
      return false;
    }
    removals.push({ tabId, edits });
  }
  const options = { joins: `delete ${sheetId}` };
  if (!session.transactAll(removalOf(session, sheetId), options)) return false;
  for (const { tabId, edits } of removals) session.edit(tabId, edits, options);
  return true;
}

/** The cells come first, in parts that fit into one update each; undo restores them in the same parts. */
function removalOf({ doc }: DocumentSession, sheetId: string): ((doc: Y.Doc) => void)[] {
  const cells = [...(readSheet(doc, sheetId)?.cells ?? [])];
  const parts = updateParts(cells, ([key, cell]) => key.length + jsonLength(cell));
  const emptied = parts.map((part) => (to: Y.Doc) =>
    editSheet(to, sheetId, { maps: { cells: new Map(part.map(([key]) => [key, null])) } }));
  return [...(parts.length > 1 ? emptied : []), (to) => removeSheet(to, sheetId)];
} // prettier-ignore

/** False if the title was refused, with the reason reported. */
export function renameSheet({ session, tell }: Editor, sheet: SheetName, wanted: string): boolean {
  const title = sheetTitle(wanted, sheetList(session.doc), sheet.tabId, sheet.id);
  if (!isProblem(title)) return session.transact((doc) => editSheet(doc, sheet.id, { title, maps: {} }));
  tell({ text: title.detail, kind: 'failure' });
  return false;
}
