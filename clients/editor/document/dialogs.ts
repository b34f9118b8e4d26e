/**
 * dialogs: the dialogs of a document, one at a time, by the name in `editor.dialog`. Each feature adds a line here.
 *
 * Large ones are in files of their own, which are loaded after the document is open. A dialog that takes the keys pressed right
 * after its shortcut is loaded from the start.
 */
import type { ComponentType } from 'react';

import { Presentation } from '../pages/presentation.tsx';
import { Palette } from '../palette/palette.tsx';
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx';
import { LaterDialog } from '../ui/lazy-dialog.tsx';

export type DialogProps = { readonly onClose: () => void };

export const dialogs: readonly { readonly name: string; readonly body: ComponentType<DialogProps> | LazyPart<DialogProps> }[] = [
  { name: 'palette', body: Palette },
  { name: 'present', body: Presentation },
  { name: 'help', body: lazyPart(async () => (await import('../help/help-sheet.tsx')).HelpSheet, LaterDialog) },
  { name: 'share', body: lazyPart(async () => (await import('./share-sheet.tsx')).ShareSheet, LaterDialog) },
  { name: 'hand', body: lazyPart(async () => (await import('../tasks/hand-sheet.tsx')).HandSheet, LaterDialog) },
  { name: 'settings', body: lazyPart(async () => (await import('./settings-sheet.tsx')).SettingsSheet, LaterDialog) },
  { name: 'theme', body: lazyPart(async () => (await import('./theme-picker.tsx')).ThemePicker, LaterDialog) },
  {
    name: 'templates',
    body: lazyPart(async () => (await import('../templates/template-picker.tsx')).TemplatePicker, LaterDialog),
  },
  { name: 'icons', body: lazyPart(async () => (await import('../icons/icon-picker.tsx')).NewIcon, LaterDialog) },
  { name: 'change-icon', body: lazyPart(async () => (await import('../icons/icon-picker.tsx')).OtherIcon, LaterDialog) },
  { name: 'video', body: lazyPart(async () => (await import('../canvas/video-dialog.tsx')).VideoDialog, LaterDialog) },
  { name: 'board', body: lazyPart(async () => (await import('../board/board-dialog.tsx')).BoardDialog, LaterDialog) },
  {
    name: 'card-types',
    body: lazyPart(async () => (await import('../board/types/card-types-dialog.tsx')).CardTypesDialog, LaterDialog),
  },
  { name: 'article', body: lazyPart(async () => (await import('../pages/article-dialog.tsx')).ArticleDialog, LaterDialog) },
];
