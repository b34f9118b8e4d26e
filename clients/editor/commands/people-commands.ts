/** people-commands: what a person does with the others in the document. */
import { bringEveryone, othersHere } from '../people/bring-everyone.ts';
import type { Command } from '../state/command.ts';
import { mayTime } from '../timer/change-timer.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';

export const peopleCommands: readonly Command[] = [
  {
    id: 'react',
    ...texts.react,
    group: groups.view,
    keys: ['Shift+R'],
    run: ({ canvas }) => canvas.reacting.set(true),
  },
  {
    id: 'timer',
    ...texts.timer,
    group: groups.view,
    when: mayTime,
    run: ({ canvas }) => canvas.timing.set(true),
  },
  {
    id: 'bring-everyone',
    ...texts['bring-everyone'],
    group: groups.view,
    when: (editor) => editor.mayEdit.get() && othersHere(editor) > 0,
    needs: needs.company,
    run: bringEveryone,
  },
];
