/** flow-commands: a chart made and walked by arrow keys: a connected box on a side of the selected one, and going to those there are. */
import { type Box, isBox, type Side } from '#schema/element.ts';

import { growFrom } from '../changes/grow-from.ts';
import type { Command } from '../state/command.ts';
import { connectedIn } from '../state/connected-in.ts';
import type { Editor } from '../state/editor.ts';
import { newLooks } from '../state/new-looks.ts';
import { putNew } from '../state/put-new.ts';
import { revealSelection } from '../state/reveal-selection.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';
import { hasFree, onCanvas } from './when.ts';

const ways = [
  ['Right', 'right'],
  ['Left', 'left'],
  ['Up', 'top'],
  ['Down', 'bottom'],
] as const;

export const flowCommands: readonly Command[] = [
  ...ways.map(([name, side]): Command => ({
    id: `grow-${name.toLowerCase()}`,
    title: texts.addConnected(texts.directions[name]),
    keywords: texts.addConnectedKeywords,
    group: groups.insert,
    keys: [`Mod+Arrow${name}`],
    when: (editor) => onCanvas(editor) && hasFree(editor) && onlyBox(editor) !== null,
    run: (editor) => grow(editor, side),
  })),
  ...ways.map(([name, side]): Command => ({
    id: `walk-${name.toLowerCase()}`,
    title: texts.goToConnected(texts.directions[name]),
    keywords: texts.goToConnectedKeywords,
    group: groups.select,
    keys: [`Alt+Arrow${name}`],
    // Also where no box is: the browser would go to another page.
    when: (editor) => onCanvas(editor) && onlyBox(editor) !== null,
    run: (editor) => walk(editor, side),
  })),
];

function onlyBox({ selection, tab }: Editor): Box | null {
  const [id = '', ...others] = selection.get();
  const element = tab.view.get(id);
  return element !== undefined && isBox(element) && others.length === 0 ? element : null;
}

function grow(editor: Editor, side: Side): void {
  const box = onlyBox(editor);
  if (box === null) return;
  const [id] = putNew(editor, (made) => growFrom(box.id, side, made, newLooks(editor, 'arrow'))) ?? [];
  if (id !== undefined) editor.canvas.editing.set({ kind: 'label', id });
}

function walk(editor: Editor, side: Side): void {
  const box = onlyBox(editor);
  const next = box === null ? null : connectedIn(editor.tab.view, box, side);
  if (next === null) return editor.announce(texts.nothingConnected);
  editor.selection.set([next.id]);
  revealSelection(editor);
}
