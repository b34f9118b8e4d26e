/** export-menus: the commands of exporting and copying, in short, for submenus. */
import type { MenuEntry, Submenu } from '../ui/menu-items.tsx';
import { exportTexts as texts } from '../strings/export.ts';
import { diagramFormats, pictureFormats } from './export-formats.ts';

type Run = (command: string) => void;

export const exportTabMenu = (run: Run): Submenu => ({
  label: texts.exportTab,
  items: [
    ...pictureFormats.map((format): MenuEntry => ({ label: texts[format], onSelect: () => run(`export-${format}`) })),
    'separator',
    ...diagramFormats.map((format): MenuEntry => ({ label: texts[format], onSelect: () => run(`export-${format}`) })),
  ],
});

export const exportSelectionMenu = (run: Run): Submenu => ({
  label: texts.exportSelection,
  items: pictureFormats.map((format) => ({ label: texts[format], onSelect: () => run(`export-selection-${format}`) })),
});

/** `hasSelection`: without one, the whole tab is copied, which lines cannot hold. */
export const copyAsMenu = (run: Run, hasSelection: boolean): Submenu => ({
  label: texts.copyAs,
  items: [
    { label: texts.png, keys: 'Alt+Shift+C', onSelect: () => run('copy-as-png') },
    { label: texts.svg, onSelect: () => run('copy-as-svg') },
    ...(hasSelection ? [{ label: texts.changeset, onSelect: (): void => run('copy-as-lines') }] : []),
  ],
});
