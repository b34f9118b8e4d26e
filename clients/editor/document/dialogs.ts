/** dialogs: what stands over a document when `editor.dialog` names it, one at a time. Each builder of one adds a line here. */
import type { ComponentType } from 'react';

import { BoardDialog } from '../board/board-dialog.tsx';
import { HelpSheet } from '../help/help-sheet.tsx';
import { Presentation } from '../pages/presentation.tsx';
import { Palette } from '../palette/palette.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { ShareSheet } from './share-sheet.tsx';
import { ThemePicker } from './theme-picker.tsx';

export type DialogProps = { readonly onClose: () => void };

export const dialogs: readonly { readonly name: string; readonly body: ComponentType<DialogProps> }[] = [
  { name: 'palette', body: Palette },
  { name: 'present', body: Presentation },
  { name: 'help', body: HelpSheet },
  { name: 'share', body: ShareSheet },
  { name: 'settings', body: SettingsSheet },
  { name: 'theme', body: ThemePicker },
  { name: 'board', body: BoardDialog },
];
