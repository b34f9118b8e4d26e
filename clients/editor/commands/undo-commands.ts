/** undo-commands: taking back one's own steps, and doing them again. */
import type { Command } from '../state/command.ts';

export const undoCommands: readonly Command[] = [
  {
    id: 'undo',
    title: 'Undo',
    group: 'Edit',
    everywhere: true,
    keys: ['Mod+Z'],
    when: ({ mayEdit, session }) => mayEdit.get() && session.steps.canUndo,
    run: ({ session, announce }) => {
      if (session.steps.undo()) announce('Undone');
    },
  },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Edit',
    everywhere: true,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    when: ({ mayEdit, session }) => mayEdit.get() && session.steps.canRedo,
    run: ({ session, announce }) => {
      if (session.steps.redo()) announce('Done again');
    },
  },
];
