/** vote-commands: starting a vote on the tab, and voting by keyboard. */
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';
import { votesOn } from '../votes/vote-store.ts';
import {
  addVotes,
  clearVote,
  endVote,
  mayClearVote,
  mayEndVote,
  mayStartVote,
  mayVote,
  votedElement,
} from '../votes/vote-calls.ts';

export const voteCommands: readonly Command[] = [
  {
    id: 'start-vote',
    ...texts['start-vote'],
    group: groups.view,
    when: mayStartVote,
    run: ({ canvas }) => canvas.startingVote.set(true),
  },
  {
    id: 'tool-vote',
    ...texts['tool-vote'],
    group: groups.tools,
    keys: ['Shift+V'],
    when: mayVote,
    run: ({ tool }) => tool.choose('vote', true),
  },
  {
    id: 'vote-for',
    ...texts['vote-for'],
    group: groups.edit,
    keys: ['U'],
    needs: needs.votable,
    when: (editor) => mayVote(editor) && votedElement(editor) !== null,
    run: (editor) => addVotes(editor, votedElement(editor) ?? '', 1),
  },
  {
    id: 'take-vote-back',
    ...texts['take-vote-back'],
    group: groups.edit,
    keys: ['Shift+U'],
    when: (editor) => mayVote(editor) && votesOn(editor.vote.get()?.mine ?? null, votedElement(editor) ?? '') > 0,
    run: (editor) => addVotes(editor, votedElement(editor) ?? '', -1),
  },
  {
    id: 'end-vote',
    ...texts['end-vote'],
    group: groups.view,
    when: mayEndVote,
    run: async (editor) => void (await endVote(editor)),
  },
  {
    id: 'clear-vote',
    ...texts['clear-vote'],
    group: groups.view,
    when: mayClearVote,
    run: async (editor) => void (await clearVote(editor)),
  },
];
