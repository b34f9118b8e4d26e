/** icon-commands: an icon from the picker, as a new element or in the place of those that selected ones show. */
import type { Command } from '../state/command.ts';
import { iconsIn } from '../icons/icons-in.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts } from '../strings/commands.ts';

export const iconCommands: readonly Command[] = [
  {
    id: 'tool-icon',
    ...texts['tool-icon'],
    group: groups.insert,
    when: ({ mayEdit }) => mayEdit.get(),
    run: ({ dialog }) => dialog.set('icons'),
  },
  {
    id: 'change-icon',
    ...texts['change-icon'],
    group: groups.arrange,
    when: (editor) => iconsIn(editor).length > 0,
    needs: needs.icon,
    run: ({ dialog }) => dialog.set('change-icon'),
  },
];
