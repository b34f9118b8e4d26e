/** proposal-commands: accepts or rejects what is open of the proposal that the canvas shows. */
import { failureText } from '../api/call.ts';
import { accept, reject } from '../proposals/decisions.ts';
import type { Command } from '../state/command.ts';
import type { Editor } from '../state/editor.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';

const mayDecide = ({ canvas, mayEdit }: Editor): boolean => canvas.proposal.get() !== null && mayEdit.get();

export const proposalCommands: readonly Command[] = [
  {
    id: 'accept-proposal',
    ...texts['accept-proposal'],
    group: groups.document,
    when: mayDecide,
    needs: needs.proposal,
    run: (editor) => decide(editor, accept),
  },
  {
    id: 'reject-proposal',
    ...texts['reject-proposal'],
    group: groups.document,
    when: mayDecide,
    needs: needs.proposal,
    run: (editor) => decide(editor, (_, id) => reject(editor, id, {})),
  },
];

async function decide(editor: Editor, work: (editor: Editor, proposal: string) => Promise<void>): Promise<void> {
  const shown = editor.canvas.proposal.get();
  if (shown === null) return;
  try {
    await work(editor, shown.proposal.id);
  } catch (error) {
    editor.tell({ text: failureText(error), kind: 'failure' });
  }
}
