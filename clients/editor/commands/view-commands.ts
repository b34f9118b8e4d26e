/** view-commands: zooming, panning, the grid, and what typing does. */
import type { Editor } from '../state/editor.ts';
import { extentOfSelection, extentOfTab } from '../state/extent.ts';
import { keepGrid } from '../state/grid.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { hasSelection, onCanvas } from './when.ts';
import { browserStorage } from '../state/browser-storage.ts';
import type { Signal } from '../state/signal.ts';
import { keepTypeToEdit } from '../state/type-to-edit.ts';

const step = 1.25;
const panPx = 80;
/** The tool bar is over the canvas. */
const besideBarsPx = 84;

export const viewCommands: readonly Command[] = [
  {
    id: 'zoom-in',
    ...texts['zoom-in'],
    group: groups.view,
    keys: ['Mod+=', 'Mod++', '+', '='],
    run: (editor) => zoomBy(editor, step),
  },
  { id: 'zoom-out', ...texts['zoom-out'], group: groups.view, keys: ['Mod+-', '-'], run: (editor) => zoomBy(editor, 1 / step) },
  {
    id: 'zoom-to-100',
    ...texts['zoom-to-100'],
    group: groups.view,
    keys: ['Mod+0', '0'],
    run: (editor) => zoomBy(editor, 1 / editor.viewport.get().zoom),
  },
  {
    id: 'zoom-to-fit',
    ...texts['zoom-to-fit'],
    group: groups.view,
    keys: ['Shift+1', '!', '1'],
    run(editor) {
      const { view } = editor.tab;
      const extent = extentOfTab(editor);
      if (extent === null) editor.viewport.fit({ x: -200, y: -150, width: 400, height: 300 });
      else editor.viewport.fit(extent, besideBarsPx);
      editor.announce(texts.elementsInView(view.size));
    },
  },
  {
    id: 'zoom-to-selection',
    ...texts['zoom-to-selection'],
    group: groups.view,
    keys: ['Shift+2', '@', '2'],
    when: hasSelection,
    needs: needs.selection,
    run(editor) {
      const extent = extentOfSelection(editor);
      if (extent !== null) editor.viewport.fit(extent, 120);
    },
  },
  {
    id: 'toggle-grid',
    ...texts['toggle-grid'],
    group: groups.view,
    keys: ["Mod+'"],
    run: ({ canvas, announce }) => announce(toggled(canvas.grid, keepGrid) ? texts.gridOn : texts.gridOff),
  },
  {
    id: 'toggle-type-to-edit',
    ...texts['toggle-type-to-edit'],
    group: groups.edit,
    when: (editor) => editor.mayEdit.get(),
    run: ({ canvas, announce }) =>
      announce(toggled(canvas.typeToEdit, keepTypeToEdit) ? texts.typeToEditOn : texts.typeToEditOff),
  },
  ...(['Left', 'Right', 'Up', 'Down'] as const).map((way): Command => ({
    id: `pan-${way.toLowerCase()}`,
    title: texts.pan(texts.directions[way]),
    keywords: texts.panKeywords,
    group: groups.view,
    keys: [`Arrow${way}`],
    when: (editor) => onCanvas(editor) && !hasSelection(editor),
    run: ({ viewport }) =>
      viewport.panBy(way === 'Left' ? -panPx : way === 'Right' ? panPx : 0, way === 'Up' ? -panPx : way === 'Down' ? panPx : 0),
  })),
];

/** Turns a switch on or off, and keeps it; true if it is on now. */
function toggled(choice: Signal<boolean>, keep: typeof keepGrid): boolean {
  const isOn = !choice.get();
  choice.set(isOn);
  keep(browserStorage(), isOn);
  return isOn;
}

/** Around the center of the view. */
function zoomBy({ viewport }: Editor, factor: number): void {
  const { width, height } = viewport.get();
  viewport.zoomAt({ x: width / 2, y: height / 2 }, factor);
}
