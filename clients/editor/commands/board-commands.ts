/** board-commands: opening the selected board, its columns, and the card types. */
import { chosenBoard } from '../board/boards-in.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';

export const boardCommands: readonly Command[] = [
  {
    id: 'board-open',
    ...texts['board-open'],
    group: groups.board,
    when: (editor) => editor.board.get() === null && chosenBoard(editor) !== null,
    needs: needs.board,
    run: (editor) => editor.board.open(chosenBoard(editor)?.id ?? ''),
  },
  {
    id: 'board-columns',
    ...texts['board-columns'],
    group: groups.board,
    when: (editor) => chosenBoard(editor) !== null,
    needs: needs.board,
    run: ({ dialog }) => dialog.set('board'),
  },
  { id: 'card-types', ...texts['card-types'], group: groups.board, run: ({ dialog }) => dialog.set('card-types') },
];
