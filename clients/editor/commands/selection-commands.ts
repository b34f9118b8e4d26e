/** selection-commands: commands for the selected elements. */
import { isArrow, isContainer } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { unwrap } from '#core/ops/unwrap.ts';
import { wrap } from '#core/ops/wrap.ts';

import { describeSelection } from '../state/describe-selection.ts';
import { editSelected, opensSelected, writesOnSelected } from './edit-at.ts';
import { changeable } from '../state/reading-order.ts';
import { writeChange } from '../changes/write-change.ts';
import { type Change, freeElements } from '../changes/change.ts';
import { putCopies, takenAlong } from '../changes/copies.ts';
import { removeElements } from '../changes/remove.ts';
import { turnRound } from '../changes/wire.ts';
import type { Editor } from '../state/editor.ts';
import { extentOfSelection } from '../state/extent.ts';
import { nextShift } from '../state/last-copy.ts';
import { revealSelection } from '../state/reveal-selection.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { hasFree, hasSelection } from './when.ts';

export const selectionCommands: readonly Command[] = [
  {
    id: 'select-all',
    ...texts['select-all'],
    group: groups.edit,
    keys: ['Mod+A'],
    run: ({ selection, tab }) => selection.set(changeable(tab.view)),
  },
  {
    id: 'delete',
    ...texts.delete,
    group: groups.edit,
    keys: ['Delete', 'Backspace'],
    when: hasFree,
    needs: needs.selection,
    run(editor) {
      const words = describeSelection(editor.tab.view, editor.selection.get());
      if (writeChange(editor, removeElements(editor.selection.get()))) editor.announce(texts.deleted(words));
    },
  },
  {
    id: 'duplicate',
    ...texts.duplicate,
    group: groups.edit,
    keys: ['Mod+D'],
    when: (editor) => editor.mayEdit.get() && hasSelection(editor),
    needs: needs.selection,
    run: duplicate,
  },
  {
    id: 'edit-label',
    ...texts['edit-label'],
    group: groups.edit,
    keys: ['Enter', 'F2'],
    when: (editor) => editor.canvas.hasFocus() && (opensSelected(editor) || writesOnSelected(editor)),
    run: (editor) => void editSelected(editor),
  },
  {
    id: 'frame-selection',
    ...texts['frame-selection'],
    group: groups.arrange,
    keys: ['Mod+Alt+G'],
    when: (editor) => hasFree(editor) && selected(editor).some((element) => !isArrow(element)),
    needs: needs.box,
    run: (editor) => frameSelection(editor, 'frame'),
  },
  {
    id: 'lane-selection',
    ...texts['lane-selection'],
    group: groups.arrange,
    when: (editor) => hasFree(editor) && selected(editor).some((element) => !isArrow(element)),
    needs: needs.box,
    run: (editor) => frameSelection(editor, 'lane'),
  },
  {
    id: 'unframe',
    ...texts.unframe,
    group: groups.arrange,
    keys: ['Mod+Alt+Shift+G'],
    when: (editor) => hasFree(editor) && selected(editor).some(isContainer),
    needs: needs.container,
    run: (editor) => void writeChange(editor, unframe(editor)),
  },
  {
    id: 'turn-arrows-round',
    ...texts['turn-arrows-round'],
    group: groups.arrange,
    when: (editor) => hasFree(editor) && selected(editor).some(isArrow),
    needs: needs.arrow,
    run: (editor) => void writeChange(editor, turnRound(editor.selection.get())),
  },
];

const selected = ({ selection, tab }: Editor) =>
  [...selection.get()].map((id) => tab.view.get(id)).filter((element) => element !== undefined);

/** Again after the copies were moved: by the same distance. */
function duplicate(editor: Editor): void {
  const { canvas, selection, tab } = editor;
  const extent = extentOfSelection(editor);
  if (extent === null) return;
  const newIds: string[] = [];
  const shift = nextShift(canvas.lastCopy, selection.get(), extent);
  const change = putCopies(takenAlong(selection.get(), tab.view), shift, (_old, id) => newIds.push(id), canvas.entered.get());
  if (!writeChange(editor, change)) return;
  selection.set(newIds);
  canvas.lastCopy = { ids: new Set(newIds), from: [extent.x, extent.y] };
  revealSelection(editor);
}

function frameSelection(editor: Editor, kind: 'frame' | 'lane'): void {
  const boxes = selected(editor).filter((element) => !isArrow(element));
  let newId: string | null = null;
  const change: Change = (planning) => {
    const target = boxes.map(({ id }) => id).join(' ');
    // Other elements inside the frame become members: the person sees it, and can move them out.
    const refusal = wrap.plan({ op: 'wrap', target, kind, absorb: true }, planning);
    if (isProblem(refusal)) return refusal;
    newId = planning.newBoxes.at(-1) ?? null;
    return null;
  };
  if (!writeChange(editor, change) || newId === null) return;
  editor.selection.set([newId]);
  editor.canvas.editing.set({ kind: 'label', id: newId });
}

const unframe =
  (editor: Editor): Change =>
  (planning) => {
    for (const { id } of freeElements(editor.selection.get(), planning).filter(isContainer)) {
      const refusal = unwrap.plan({ op: 'unwrap', target: id }, planning);
      if (isProblem(refusal)) return refusal;
    }
    return null;
  };
