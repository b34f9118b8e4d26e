/** help-commands: what opens the sheets and dialogs of a document. */
import type { Command } from '../state/command.ts';

export const helpCommands: readonly Command[] = [
  {
    id: 'help',
    title: 'Keyboard shortcuts',
    group: 'Document',
    keys: ['?'],
    everywhere: true,
    run: ({ dialog }) => dialog.set('help'),
  },
  {
    id: 'share',
    title: 'Share',
    group: 'Document',
    when: ({ self }) => self.get() !== null,
    run: ({ dialog }) => dialog.set('share'),
  },
  {
    id: 'document-settings',
    title: 'Document settings',
    group: 'Document',
    run: ({ dialog }) => dialog.set('settings'),
  },
  {
    id: 'tab-theme',
    title: 'Tab theme',
    group: 'Document',
    when: ({ mayEdit }) => mayEdit.get(),
    run: ({ dialog }) => dialog.set('theme'),
  },
];
