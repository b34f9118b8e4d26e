/** sheet-commands: sheets of the tab. */
import { placeSheet, sheetsOn } from '../sheet/document-sheets.ts';
import type { Command } from '../state/command.ts';

export const sheetCommands: readonly Command[] = [
  {
    id: 'new-sheet',
    title: 'New sheet',
    group: 'Insert',
    when: ({ mayEdit }) => mayEdit.get(),
    run: placeSheet,
  },
  {
    id: 'open-sheets',
    title: 'Open sheets',
    group: 'Document',
    when: ({ session, tab }) => sheetsOn(session, tab.id).length > 0,
    run: ({ session, tab, sheet }) => sheet.set(sheetsOn(session, tab.id)[0]?.id ?? null),
  },
];
