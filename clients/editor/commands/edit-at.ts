/**
 * edit-at: editing the element at a point, or the selected one.
 *
 * A group is entered first. A table is edited in the cell at the point, and an image is cropped, unless its caption is at the point; boards and sheets are opened, also by people who may only read; on the empty canvas
 * and inside a frame a new text begins.
 */
import { type Element, type Image, isArrow, type Point } from '#schema/element.ts';

import { labelBox } from '#core/text/label-box.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { isBoard } from '../board/boards-in.ts';
import { clickedRect, drawBox } from '../changes/draw.ts';
import { centreOf, turnedAbout, turnOf } from '../changes/turned.ts';
import { cellAt } from '../changes/table-cells.ts';
import { isCanvasInside } from '../gestures/inside-frame.ts';
import type { Editor } from '../state/editor.ts';
import { unitOf } from '../state/groups.ts';
import { beginCropOf } from '../state/begin-crop.ts';
import { newLooks } from '../state/new-looks.ts';
import { writeChange } from '../changes/write-change.ts';

export function editAt(editor: Editor, at: Point): void {
  const id = editor.scene.get()?.hit(at, 4 / editor.viewport.get().zoom) ?? null;
  const element = editor.tab.view.get(id ?? '');
  const isCanvas = element === undefined || isCanvasInside(element, at, editor.viewport.get().zoom);
  if (!isCanvas && enterGroupOf(editor, element)) return;
  if (element !== undefined && openLarge(editor, element)) return;
  if (!editor.mayEdit.get()) return;
  if (isCanvas) beginText(editor, at);
  else if (element.type === 'image' && !isOnCaption(element, at)) crop(editor, element);
  else edit(editor, element, at);
}

/** Enters the group of which the element is selected with the others; false if there is none. */
function enterGroupOf({ canvas, selection, tab }: Editor, element: Element): boolean {
  const { group } = unitOf(element, canvas.entered.get(), tab.view);
  if (group === null) return false;
  canvas.entered.set(group);
  selection.set(unitOf(element, group, tab.view).ids);
  return true;
}

/** Edits the text of the only selected element, or opens it; false if neither is possible. */
export function editSelected(editor: Editor): boolean {
  const element = onlySelected(editor);
  return element !== undefined && (openLarge(editor, element) || edit(editor, element, null));
}

/** A board or a sheet is selected, which everyone may open. */
export function opensSelected(editor: Editor): boolean {
  const element = onlySelected(editor);
  return isBoard(element) || (element?.type === 'shape' && element.planSheet !== undefined);
}

/** The only selected element has text or cells that can be edited. */
export function writesOnSelected(editor: Editor): boolean {
  const element = onlySelected(editor);
  return element !== undefined && mayWriteOn(editor, element);
}

function onlySelected({ selection, tab }: Editor): Element | undefined {
  const selected = selection.get();
  const [id = ''] = selected;
  return selected.size === 1 ? tab.view.get(id) : undefined;
}

/** Opens a board or a sheet over the canvas; false for other elements. */
function openLarge({ sheet, board }: Editor, element: Element): boolean {
  if (isBoard(element)) board.open(element.id);
  else if (element.type === 'shape' && element.planSheet !== undefined) sheet.set(element.planSheet.sheetId);
  else return false;
  return true;
}

function mayWriteOn(editor: Editor, element: Element): boolean {
  const { settings } = editor.tab.view;
  return editor.mayEdit.get() && !isLocked(element, lockedLayersOf(settings)) && element.type !== 'stroke';
}

function edit(editor: Editor, element: Element, at: Point | null): boolean {
  if (!mayWriteOn(editor, element)) return false;
  editor.selection.set([element.id]);
  if (!isArrow(element) && element.type === 'table') {
    const cell = at === null ? { row: -1, column: 0 } : cellAt(element, at[0], at[1]);
    if (cell !== null) {
      editor.canvas.editing.set({ kind: 'cell', id: element.id, at: cell });
      return true;
    }
  }
  editor.canvas.editing.set({ kind: 'label', id: element.id });
  return true;
}

function crop(editor: Editor, element: Image): void {
  if (mayWriteOn(editor, element)) beginCropOf(editor, element);
}

/** A caption is along the lower edge, if the image has one. */
function isOnCaption(image: Image, at: Point): boolean {
  if ((image.label ?? '').trim() === '') return false;
  return turnedAbout(at, centreOf(image), -turnOf(image))[1] >= labelBox(image).y - 4;
}

function beginText(editor: Editor, at: Point): void {
  let newId = '';
  const kind = { type: 'text' } as const;
  const change = drawBox(kind, clickedRect(kind, at), newLooks(editor, 'text'), (id) => {
    newId = id;
  });
  if (!writeChange(editor, change)) return;
  editor.selection.set([newId]);
  editor.canvas.editing.set({ kind: 'label', id: newId });
}
