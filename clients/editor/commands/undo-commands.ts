/** undo-commands: undo and redo of the person's own steps. */
import { takeStep } from '../undo/take-step.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';

export const undoCommands: readonly Command[] = [
  {
    id: 'undo',
    ...texts.undo,
    group: groups.edit,
    everywhere: true,
    keys: ['Mod+Z'],
    when: ({ mayEdit, session }) => mayEdit.get() && session.steps.canUndo,
    run: (editor) => takeStep(editor, 'undo'),
  },
  {
    id: 'redo',
    ...texts.redo,
    group: groups.edit,
    everywhere: true,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    when: ({ mayEdit, session }) => mayEdit.get() && session.steps.canRedo,
    run: (editor) => takeStep(editor, 'redo'),
  },
];
