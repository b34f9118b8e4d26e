/** keyboard-commands: drawing, connecting, resizing and rotating without a pointer. */
import { type Box, isBox, type Point } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { lettered, tabFont } from '#core/text/tab-font.ts';

import { drawnKindOf } from '../state/tools.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Change } from '../changes/change.ts';
import { addElement, clickedRect, drawBox } from '../changes/draw.ts';
import { clearOf } from '../changes/free-place.ts';
import { putNew } from '../state/put-new.ts';
import { pullHandle, resizeTo } from '../changes/resize.ts';
import { mayTurn, turnElements } from '../changes/rotate.ts';
import { centreOf } from '../changes/turned.ts';
import type { Editor } from '../state/editor.ts';
import { newLooks } from '../state/new-looks.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { hasFree, hasSeveral, onCanvas } from './when.ts';

const stepPx = 10;
const stepDeg = 15;

export const keyboardCommands: readonly Command[] = [
  {
    id: 'draw-in-the-middle',
    ...texts['draw-in-the-middle'],
    group: groups.insert,
    keys: ['Enter'],
    when: (editor) => onCanvas(editor) && editor.mayEdit.get() && drawnKindOf(editor.tool.get().name) !== null,
    run: drawInTheMiddle,
  },
  {
    id: 'connect-selected',
    ...texts['connect-selected'],
    group: groups.arrange,
    keys: ['L'],
    when: (editor) => hasSeveral(2)(editor) && boxesOf(editor).length > 1,
    needs: needs.twoBoxes,
    run: (editor) => void writeChange(editor, connected(boxesOf(editor), editor)),
  },
  ...(
    [
      ['Right', 1, 0, texts['increase-width']],
      ['Left', -1, 0, texts['decrease-width']],
      ['Down', 0, 1, texts['increase-height']],
      ['Up', 0, -1, texts['decrease-height']],
    ] as const
  ).map(([name, dx, dy, words]): Command => ({
    id: `resize-${name.toLowerCase()}`,
    ...words,
    group: groups.arrange,
    keys: [`Mod+Alt+Arrow${name}`],
    when: (editor) => onCanvas(editor) && hasFree(editor),
    run(editor) {
      const font = tabFont(editor.tab.view.settings);
      const boxes = boxesOf(editor).map((box) => lettered(box, font));
      void writeChange(editor, resizedBy(boxes, [dx * stepPx, dy * stepPx]), { joins: 'resize' });
    },
  })),
  ...(
    [
      ['Right', 1, texts['rotate-clockwise']],
      ['Left', -1, texts['rotate-counterclockwise']],
    ] as const
  ).map(([name, way, words]): Command => ({
    id: `turn-${name.toLowerCase()}`,
    ...words,
    group: groups.arrange,
    keys: [`Mod+Shift+Arrow${name}`],
    when: (editor) => onCanvas(editor) && hasFree(editor) && boxesOf(editor).some(mayTurn),
    run: (editor) => void writeChange(editor, turnedEach(boxesOf(editor), way * stepDeg), { joins: 'turn' }),
  })),
];

/** In the order of their selection. */
const boxesOf = ({ selection, tab }: Editor): Box[] =>
  [...selection.get()].map((id) => tab.view.get(id)).filter((element) => element !== undefined && isBox(element)) as Box[];

function drawInTheMiddle(editor: Editor): void {
  const { name } = editor.tool.get();
  const kind = drawnKindOf(name);
  if (kind === null) return;
  const { x, y, width, height } = editor.viewport.visible();
  const rect = clearOf(editor.tab.view, clickedRect(kind, [x + width / 2, y + height / 2]));
  const [newId] = putNew(editor, (made) => drawBox(kind, rect, newLooks(editor, name), made)) ?? [];
  if (newId === undefined) return;
  editor.tool.used();
  if (kind.type !== 'table') editor.canvas.editing.set({ kind: 'label', id: newId });
}

/** One after the other, in the order of their selection. */
const connected =
  (boxes: readonly Box[], editor: Editor): Change =>
  (planning) => {
    for (const [index, to] of boxes.slice(1).entries()) {
      const from = boxes[index];
      if (from === undefined) continue;
      const id = addElement(
        { ...newLooks(editor, 'arrow'), type: 'arrow', from: { element: from.id }, to: { element: to.id } },
        planning,
      );
      if (isProblem(id)) return id;
    }
    return null;
  };

const resizedBy = (boxes: readonly Box[], by: Point): Change =>
  resizeTo(
    new Map(boxes.map((box) => [box.id, pullHandle(box, { across: by[0] === 0 ? 0 : 1, down: by[1] === 0 ? 0 : 1 }, by, false)])),
  );

/** Each around its own center. */
const turnedEach =
  (boxes: readonly Box[], angleDeg: number): Change =>
  (planning) => {
    for (const box of boxes) {
      const refusal = turnElements([box.id], angleDeg, centreOf(box))(planning);
      if (refusal !== null) return refusal;
    }
    return null;
  };
