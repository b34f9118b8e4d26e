/**
 * take-step: undo and redo as commands: the step is undone, and shown where it changed something.
 *
 * The view goes to the tab, sheet or board of the step, and existing elements are selected. The change is announced, and
 * described over the canvas if the view moved. A text that is being edited is written first, and is then the step that is undone.
 * A gesture in progress is cancelled instead. The focus stays on a button that was pressed by keyboard.
 */
import type { Rect } from '#schema/tab.ts';

import { union } from '#core/tab/rect.ts';

import { reveal } from '../state/reveal.ts';
import { onTab } from '../state/arrival.ts';
import type { Editor } from '../state/editor.ts';
import { showCard } from './show-card.ts';
import { stepPlace, type StepPlace } from './step-place.ts';
import { stepWords, travelWords, type Way } from './step-words.ts';
import { undoTexts } from '../strings/undo.ts';

export function takeStep(editor: Editor, way: Way): void {
  const { session, announce, sheet } = editor;
  if (editor.canvas.cancel()) return announce(undoTexts.canceled);
  endWriting();
  const record = way === 'undo' ? session.undo() : session.redo();
  if (record === null) return announce(undoTexts.nothingTo[way]);
  const words = stepWords(way, record, editor);
  const place = stepPlace(record, editor);
  const isGone = record.sheets.get(sheet.get() ?? '')?.whole === true && place.kind !== 'sheet';
  if (isGone) closeSheet(editor);
  show(editor, place, { way, words });
}

type Told = { readonly way: Way; readonly words: string };

function show(editor: Editor, place: StepPlace, told: Told): void {
  switch (place.kind) {
    case 'canvas':
      return showOnCanvas(editor, place, told);
    case 'sheet':
      return showInSheet(editor, place, told);
    case 'board':
      if (place.card !== null) showCard(place.card);
      return editor.announce(told.words);
    case 'nowhere':
      editor.announce(told.words);
      return editor.tell({ id: 'undo', text: told.words });
  }
}

function showOnCanvas(editor: Editor, place: StepPlace & { readonly kind: 'canvas' }, told: Told): void {
  travel(editor, place.tab, told.way, (there, words) => {
    const { selection, sheet, board, canvas, panel, viewport } = there;
    if (place.elements !== null) selection.set(place.elements);
    if (sheet.get() !== null) closeSheet(there);
    if (board.get() !== null) board.close();
    if (place.panel !== null) panel.set(place.panel);
    const around = place.areas.reduce<Rect | null>((rect, area) => (rect === null ? area : union(rect, area)), null);
    const before = viewport.get();
    if (around !== null) reveal(viewport, around);
    // In the current view what is removed is seen disappearing.
    const isMarked = words !== null || place.elements === null || viewport.get() !== before;
    canvas.taken.set({ words, areas: isMarked ? place.marked : [] });
    there.announce(told.words);
  });
}

function showInSheet(editor: Editor, { tab, wanted }: StepPlace & { readonly kind: 'sheet' }, told: Told): void {
  travel(editor, tab ?? editor.tab.id, told.way, (there, words) => {
    if (there.board.get() !== null) there.board.close();
    there.cells.set(wanted);
    there.sheet.set(wanted.sheet);
    there.canvas.taken.set({ words, areas: [] });
    there.announce(told.words);
  });
}

/** `then` is called with the words that describe a moved view; null if it did not move. */
function travel(editor: Editor, tab: string, way: Way, then: (there: Editor, words: string | null) => void): void {
  const isElsewhere = tab !== editor.tab.id;
  const focused = document.activeElement;
  if (isElsewhere) editor.following.set(null);
  onTab(editor, tab, (there) => {
    const { name } = there.tab.settings.get();
    then(there, isElsewhere ? travelWords(way, [name]) : null);
    // The focus stays on the pressed button.
    if (isElsewhere && focused instanceof HTMLButtonElement && focused.isConnected) focused.focus();
  });
}

function closeSheet({ sheet, canvas }: Editor): void {
  sheet.set(null);
  canvas.focus();
}

/** Writes the text that is being edited. */
function endWriting(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement.closest('[role="dialog"]') !== null) return;
  if (activeElement.matches('input, textarea')) activeElement.blur();
}
