/** sheet-commands: sheets of the tab. */
import { placeSheet, sheetsOn } from '../sheet/document-sheets.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';

export const sheetCommands: readonly Command[] = [
  {
    id: 'new-sheet',
    ...texts['new-sheet'],
    group: groups.insert,
    when: ({ mayEdit }) => mayEdit.get(),
    run: placeSheet,
  },
  {
    id: 'open-sheets',
    ...texts['open-sheets'],
    group: groups.document,
    when: ({ session, tab }) => sheetsOn(session, tab.id).length > 0,
    run: ({ session, tab, sheet }) => sheet.set(sheetsOn(session, tab.id)[0]?.id ?? null),
  },
];
