/** walk-commands: moving from element to element, or from group to group, by keyboard, and out of the canvas. */
import { nextInOrder } from '../state/reading-order.ts';
import type { Editor } from '../state/editor.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';
import { onCanvas } from './when.ts';
import { revealSelection } from '../state/reveal-selection.ts';

export const walkCommands: readonly Command[] = [
  {
    id: 'next-element',
    ...texts['next-element'],
    group: groups.select,
    keys: ['Tab'],
    when: (editor) => isWalking(editor) && next(editor, 1) !== null,
    run: (editor) => go(editor, 1),
  },
  {
    id: 'previous-element',
    ...texts['previous-element'],
    group: groups.select,
    keys: ['Shift+Tab'],
    when: (editor) => isWalking(editor) && next(editor, -1) !== null,
    run: (editor) => go(editor, -1),
  },
  {
    id: 'next-element-too',
    ...texts['next-element-too'],
    group: groups.select,
    keys: ['.'],
    when: (editor) => onCanvas(editor) && next(editor, 1) !== null,
    run: (editor) => goToo(editor, 1),
  },
  {
    id: 'previous-element-too',
    ...texts['previous-element-too'],
    group: groups.select,
    keys: [','],
    when: (editor) => onCanvas(editor) && next(editor, -1) !== null,
    run: (editor) => goToo(editor, -1),
  },
  {
    id: 'leave-canvas',
    ...texts['leave-canvas'],
    group: groups.select,
    keys: ['Shift+Escape'],
    when: onCanvas,
    run: () => document.querySelector<HTMLElement>('[data-tool-bar] button')?.focus(),
  },
  {
    id: 'focus-style-bar',
    ...texts['focus-style-bar'],
    group: groups.select,
    keys: ['Mod+Enter'],
    when: (editor) => onCanvas(editor) && styleBarButton() !== null,
    run: () => styleBarButton()?.focus(),
  },
];

const styleBarButton = (): HTMLElement | null => document.querySelector('[data-style-bar] button:enabled');

/** The canvas itself has the focus; elsewhere in the page the browser handles Tab. */
const isWalking = ({ canvas }: Editor): boolean => canvas.hasFocus() && document.activeElement !== document.body;

const next = ({ canvas, tab, selection }: Editor, way: 1 | -1): readonly string[] | null =>
  nextInOrder(tab.view, selection.get(), way, canvas.entered.get());

function go(editor: Editor, way: 1 | -1): void {
  const ids = next(editor, way);
  if (ids === null) return;
  editor.selection.set(ids);
  revealSelection(editor);
}

function goToo(editor: Editor, way: 1 | -1): void {
  const ids = next(editor, way);
  if (ids === null) return;
  editor.selection.set([...editor.selection.get(), ...ids]);
  revealSelection(editor);
}
