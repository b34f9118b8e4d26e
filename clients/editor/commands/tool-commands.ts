/** tool-commands: the tools of the tool bar. */
import { reaches } from '#schema/access.ts';
import { lineStyles } from '#schema/element.ts';

import { barTools, drawnShapes, otherTools, otherWordsOf, titleOf } from '../state/tools.ts';
import { usualTarget } from '../state/eyedropper-target.ts';
import { arrowLineOf } from '../state/new-looks.ts';
import { lineTitles } from '../state/line-titles.ts';
import { setArrowLine } from '../tabs/arrow-line.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';
import { leaveGroup } from './group-commands.ts';
import { onCanvas } from './when.ts';

const shapeKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['square', ['R']],
  ['ellipse', ['O']],
  ['diamond', ['D']],
]);

type Chosen = { readonly tool: string; readonly writes: boolean; readonly comments?: true; readonly stays?: true };

const choose = ({ tool, writes, comments, stays }: Chosen, keys: readonly string[] = []): Command => ({
  id: `tool-${tool}`,
  title: titleOf(tool.replace('shape:', '')),
  keywords: keywordsOf(tool),
  group: writes ? groups.insert : groups.tools,
  keys,
  when: ({ mayEdit, session }) =>
    (!writes || mayEdit.get()) && (comments !== true || reaches(session.level.get(), 'participant')),
  run: (editor) => editor.tool.choose(tool, stays === true),
});

/** Of a tool, or of the shape that it draws. */
const keywordsOf = (tool: string): readonly string[] => otherWordsOf(tool.replace('shape:', ''));

export const toolCommands: readonly Command[] = [
  ...barTools.map((one) => choose(one, [one.key])),
  ...otherTools.map((tool) => choose({ tool, writes: true })),
  ...drawnShapes.map((kind) => choose({ tool: `shape:${kind}`, writes: true }, shapeKeys.get(kind))),
  ...lineStyles.map((line): Command => ({
    id: `new-arrows-${line}`,
    title: texts.newArrows(lineTitles[line]),
    keywords: texts.newArrowsKeywords,
    group: groups.tools,
    when: ({ mayEdit, tab }) => mayEdit.get() && arrowLineOf(tab.view.settings) !== line,
    run: (editor) => setArrowLine(editor, line),
  })),
  {
    id: 'pick-color',
    ...texts['pick-color'],
    group: groups.tools,
    keys: ['I'],
    when: ({ mayEdit }) => mayEdit.get(),
    run({ canvas, selection, tab }) {
      const elements = [...selection.get()].flatMap((id) => tab.view.get(id) ?? []);
      canvas.eyedropper.set(usualTarget(elements));
    },
  },
  {
    id: 'templates',
    ...texts.templates,
    group: groups.insert,
    when: ({ mayEdit }) => mayEdit.get(),
    run: ({ dialog }) => dialog.set('templates'),
  },
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
    // A tool that was chosen is put away wherever the focus has gone since.
    when: (editor) => onCanvas(editor) || editor.tool.get().name !== 'select',
    run(editor) {
      const { canvas, tool, selection } = editor;
      if (canvas.cancel()) return;
      if (canvas.layout.get() !== null) return canvas.layout.set(null);
      if (tool.get().name !== 'select') tool.choose('select', true);
      else if (!leaveGroup(editor)) selection.clear();
    },
  },
];
