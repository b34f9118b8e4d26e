/** board-commands: what is done with the selected board. */
import { chosenBoard } from '../board/boards-in.ts';
import type { Command } from './command.ts';

export const boardCommands: readonly Command[] = [
  {
    id: 'board-columns',
    title: 'Columns of the board',
    group: 'Board',
    when: (editor) => chosenBoard(editor) !== null,
    run: ({ dialog }) => dialog.set('board'),
  },
];
