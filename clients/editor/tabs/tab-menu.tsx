/** tab-menu: the menu of a tab. */
import { ArrowLeft, ArrowRight, Copy, Lock, LockOpen, Palette, Pencil, Presentation, Square, Trash2 } from 'lucide-react';

import type { TabSettings } from '#schema/tab.ts';

import type { MenuEntry } from '../ui/menu-items.tsx';
import type { TabUpdate } from './tab-calls.ts';
import { tabsTexts } from '../strings/tabs.ts';

export type TabActions = {
  readonly rename: () => void;
  readonly copy: () => void;
  readonly change: (change: TabUpdate) => void;
  /** To this position, counted from 0. */
  readonly move: (position: number) => void;
  readonly theme: () => void;
  readonly remove: () => void;
};

/** `place` counts from 0, of `count` tabs. */
export function tabMenu(tab: TabSettings, place: number, count: number, actions: TabActions): readonly MenuEntry[] {
  const { locked, mode } = tab;
  const { rename, copy, change, move, theme, remove } = actions;
  return [
    { label: tabsTexts.rename, icon: <Pencil />, keys: 'F2', disabled: locked, onSelect: rename },
    { label: tabsTexts.duplicate, icon: <Copy />, onSelect: copy },
    {
      label: tabsTexts.moveLeft,
      icon: <ArrowLeft />,
      keys: 'Alt+Shift+ArrowLeft',
      disabled: locked || place === 0,
      onSelect: () => move(place - 1),
    },
    {
      label: tabsTexts.moveRight,
      icon: <ArrowRight />,
      keys: 'Alt+Shift+ArrowRight',
      disabled: locked || place === count - 1,
      onSelect: () => move(place + 1),
    },
    'separator',
    // The type of an event storming tab cannot be changed.
    ...(mode === 'event-storming'
      ? []
      : [
          {
            heading: tabsTexts.tabType,
            value: mode,
            onChoose: (chosen: string) => change({ mode: chosen === 'pages' ? 'pages' : 'canvas' }),
            options: [
              { value: 'canvas', label: tabsTexts.canvas, icon: <Square />, disabled: locked },
              { value: 'pages', label: tabsTexts.pages, icon: <Presentation />, disabled: locked },
            ],
          },
          'separator' as const,
        ]),
    { label: tabsTexts.theme, icon: <Palette />, disabled: locked, onSelect: theme },
    locked
      ? { label: tabsTexts.unlock, icon: <LockOpen />, onSelect: () => change({ locked: false }) }
      : { label: tabsTexts.lock, icon: <Lock />, onSelect: () => change({ locked: true }) },
    'separator',
    {
      label: tabsTexts.deleteEntry,
      icon: <Trash2 />,
      keys: 'Delete',
      danger: true,
      disabled: locked || count === 1,
      onSelect: remove,
    },
  ];
}
