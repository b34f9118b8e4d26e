/** document-menu: the menu of the whole document. */
import { Command, Copy, Download, EllipsisVertical, History, Keyboard, Palette, Settings, Star, StarOff } from 'lucide-react';

import { reaches } from '#schema/access.ts';

import { appearanceChoice, useAppearance } from '../home/appearance-choice.tsx';
import { useOwnStar } from './use-own-star.ts';
import { exportTabMenu } from '../export/export-menus.ts';
import { useValue } from '../state/signal.ts';
import { call, failureText } from '../api/call.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { MenuEntry } from '../ui/menu-items.tsx';
import { Menu } from '../ui/menu.tsx';
import { useEditor } from '../state/editor.ts';
import { commandTexts } from '../strings/commands.ts';
import { documentTexts } from '../strings/document.ts';

const { palette } = commandTexts;
const versionHistory = commandTexts['version-history'];

export function DocumentMenu() {
  const { session, self, dialog, tell, navigate, run } = useEditor();
  const user = useValue(self);
  const [appearance, setAppearance] = useAppearance();
  const mayEdit = useValue(useEditor().mayEdit);
  const level = useValue(session.level);
  const copy = async (): Promise<void> => {
    try {
      const made = await call('POST /documents/:doc/copy', { params: { doc: session.documentId }, body: {} });
      const open = (): void => navigate({ screen: 'document', document: made.id, tab: null });
      tell({ text: documentTexts.duplicatedAs(made.name), kind: 'success', action: { label: documentTexts.open, run: open } });
    } catch (error) {
      tell({ text: documentTexts.couldNotDuplicate, detail: failureText(error), kind: 'failure' });
    }
  };
  const { isStarred, ask: askForStar, toggle: toggleStar } = useOwnStar(session.documentId, tell);
  const star = {
    label: isStarred === true ? documentTexts.removeStar : documentTexts.addStar,
    icon: isStarred === true ? <StarOff /> : <Star />,
    disabled: isStarred === null,
    onSelect: toggleStar,
  };
  const items: readonly MenuEntry[] = [
    ...(user === null ? [] : [star, { label: documentTexts.duplicateDocument, icon: <Copy />, onSelect: () => void copy() }]),
    ...(reaches(level, 'editor') && user !== null
      ? [{ label: versionHistory.title, icon: <History />, keys: 'Alt+R', onSelect: () => run('version-history') }]
      : []),
    { ...exportTabMenu(run), icon: <Download /> },
    'separator',
    { label: documentTexts.tabTheme, icon: <Palette />, disabled: !mayEdit, onSelect: () => dialog.set('theme') },
    { label: documentTexts.documentSettingsEntry, icon: <Settings />, onSelect: () => dialog.set('settings') },
    'separator',
    appearanceChoice(appearance, setAppearance),
    'separator',
    { label: palette.title, icon: <Command />, keys: 'Mod+K', onSelect: () => dialog.set('palette') },
    { label: documentTexts.keyboardShortcuts, icon: <Keyboard />, keys: '?', onSelect: () => dialog.set('help') },
  ];
  return (
    <Menu
      align="end"
      items={items}
      onOpenChange={(open) => {
        if (open && user !== null) askForStar();
      }}
      trigger={<IconButton label={documentTexts.documentMenu} icon={<EllipsisVertical />} />}
    />
  );
}
