/** help-commands: commands that open dialogs of the document, and the look of the tab. */
import { defaultLook, tabLooks } from '#schema/tab.ts';

import type { Command } from '../state/command.ts';
import { setTabLook } from '../tabs/tab-look.ts';
import { commandGroups as groups, commandTexts as texts } from '../strings/commands.ts';

export const helpCommands: readonly Command[] = [
  {
    id: 'help',
    ...texts.help,
    group: groups.document,
    keys: ['?'],
    everywhere: true,
    run: ({ dialog }) => dialog.set('help'),
  },
  {
    id: 'share',
    ...texts.share,
    group: groups.document,
    when: ({ self }) => self.get() !== null,
    run: ({ dialog }) => dialog.set('share'),
  },
  {
    id: 'document-settings',
    ...texts['document-settings'],
    group: groups.document,
    run: ({ dialog }) => dialog.set('settings'),
  },
  {
    id: 'tab-theme',
    ...texts['tab-theme'],
    group: groups.document,
    when: ({ mayEdit }) => mayEdit.get(),
    run: ({ dialog }) => dialog.set('theme'),
  },
  ...tabLooks.map((look): Command => ({
    id: `look-${look}`,
    ...texts[`look-${look}`],
    group: groups.document,
    when: ({ mayEdit, tab }) => mayEdit.get() && (tab.view.settings.look ?? defaultLook) !== look,
    run: (editor) => setTabLook(editor, look),
  })),
];
