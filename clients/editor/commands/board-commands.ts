/** board-commands: the selected board, opened large, and its columns; the types of cards. */
import { chosenBoard } from '../board/boards-in.ts';
import type { Command } from '../state/command.ts';

export const boardCommands: readonly Command[] = [
  {
    id: 'board-open',
    title: 'Open board',
    group: 'Board',
    when: (editor) => editor.board.get() === null && chosenBoard(editor) !== null,
    run: (editor) => editor.board.open(chosenBoard(editor)?.id ?? ''),
  },
  {
    id: 'board-columns',
    title: 'Board columns',
    group: 'Board',
    when: (editor) => chosenBoard(editor) !== null,
    run: ({ dialog }) => dialog.set('board'),
  },
  { id: 'card-types', title: 'Card types', group: 'Board', run: ({ dialog }) => dialog.set('card-types') },
];
