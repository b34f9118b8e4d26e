/** tool-commands: the tools of the tool bar. */
import { barTools, drawnShapes, otherTools, otherWordsOf, titleOf } from '../state/tools.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';
import { onCanvas } from './when.ts';

const shapeKeys: ReadonlyMap<string, string> = new Map([
  ['square', 'R'],
  ['ellipse', 'O'],
  ['diamond', 'D'],
]);

const choose = (tool: string, title: string, keys: readonly string[], writes: boolean): Command => ({
  id: `tool-${tool}`,
  title,
  keywords: keywordsOf(tool),
  group: writes ? groups.insert : groups.tools,
  keys,
  when: (editor) => !writes || editor.mayEdit.get(),
  // The pen stays chosen until another tool is.
  run: (editor) => editor.tool.choose(tool, tool === 'select' || tool === 'hand' || tool === 'pen'),
});

/** Of a tool, or of the shape that it draws. */
const keywordsOf = (tool: string): readonly string[] => otherWordsOf(tool.replace('shape:', ''));

export const toolCommands: readonly Command[] = [
  ...barTools.map(({ tool, title, key, writes }) => choose(tool, title, [key], writes)),
  ...otherTools.map((tool) => choose(tool, titleOf(tool), [], true)),
  ...drawnShapes.map((kind) =>
    choose(`shape:${kind}`, titleOf(kind), shapeKeys.has(kind) ? [shapeKeys.get(kind) ?? ''] : [], true),
  ),
  {
    id: 'tool-video',
    ...texts['tool-video'],
    group: groups.insert,
    when: ({ mayEdit }) => mayEdit.get(),
    // A video needs an address from the start.
    run: ({ dialog }) => dialog.set('video'),
  },
  {
    id: 'escape',
    ...texts.escape,
    group: groups.tools,
    keys: ['Escape'],
    when: (editor) => onCanvas(editor),
    run({ canvas, tool, selection }) {
      if (canvas.cancel()) return;
      if (tool.get().name !== 'select') tool.choose('select', true);
      else selection.clear();
    },
  },
];
