/** tool-commands: the tools of the tool bar. */
import { drawnShapes, titleOf } from '../state/tools.ts';
import type { Command } from '../state/command.ts';
import { onCanvas } from './when.ts';

/** The tools that have a place of their own in the tool bar, and their keys. */
export const barTools: readonly {
  readonly tool: string;
  readonly title: string;
  readonly key: string;
  readonly writes: boolean;
}[] = [
  { tool: 'select', title: 'Select', key: 'V', writes: false },
  { tool: 'hand', title: 'Move the view', key: 'H', writes: false },
  { tool: 'sticky', title: 'Sticky note', key: 'N', writes: true },
  { tool: 'text', title: 'Text', key: 'T', writes: true },
  { tool: 'arrow', title: 'Arrow', key: 'A', writes: true },
  { tool: 'frame', title: 'Frame', key: 'F', writes: true },
  { tool: 'pen', title: 'Pen', key: 'P', writes: true },
];

const shapeKeys: ReadonlyMap<string, string> = new Map([
  ['square', 'R'],
  ['ellipse', 'O'],
  ['diamond', 'D'],
]);

/** The others, which stand behind the bar's More. */
export const otherTools = ['lane', 'table', 'annotation', 'link-card'] as const;

const choose = (tool: string, title: string, keys: readonly string[], writes: boolean): Command => ({
  id: `tool-${tool}`,
  title: tool === 'select' || tool === 'hand' || tool === 'pen' ? title : `Draw: ${title}`,
  group: 'Tools',
  keys,
  when: (editor) => !writes || editor.mayEdit.get(),
  // The pen stays in the hand until another tool is taken.
  run: (editor) => editor.tool.choose(tool, tool === 'select' || tool === 'hand' || tool === 'pen'),
});

export const toolCommands: readonly Command[] = [
  ...barTools.map(({ tool, title, key, writes }) => choose(tool, title, [key], writes)),
  ...otherTools.map((tool) => choose(tool, titleOf(tool), [], true)),
  ...drawnShapes.map((kind) =>
    choose(`shape:${kind}`, titleOf(kind), shapeKeys.has(kind) ? [shapeKeys.get(kind) ?? ''] : [], true),
  ),
  {
    id: 'tool-video',
    title: 'Put in a video',
    group: 'Tools',
    when: ({ mayEdit }) => mayEdit.get(),
    // A video has an address from the start.
    run: ({ dialog }) => dialog.set('video'),
  },
  {
    id: 'escape',
    title: 'Let go',
    group: 'Tools',
    keys: ['Escape'],
    when: (editor) => onCanvas(editor),
    run({ canvas, tool, selection }) {
      if (canvas.cancel()) return;
      if (tool.get().name !== 'select') tool.choose('select', true);
      else selection.clear();
    },
  },
];
