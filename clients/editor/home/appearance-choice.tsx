/** appearance-choice: a menu for light, dark, or the setting of the system. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';

import { type Appearance, appearances, chooseAppearance, onAppearance, shownAppearance } from '../ui/appearance.ts';
import type { MenuChoice } from '../ui/menu-items.tsx';
import { homeTexts } from '../strings/home.ts';

const titles = { system: homeTexts.system, light: homeTexts.light, dark: homeTexts.dark };
const icons = { system: <Monitor />, light: <Sun />, dark: <Moon /> };

export function useAppearance(): readonly [Appearance, (appearance: Appearance) => void] {
  const subscribe = useCallback((callback: () => void) => onAppearance(document.documentElement, callback), []);
  const appearance = useSyncExternalStore(subscribe, () => shownAppearance(document.documentElement));
  return [appearance, chooseAppearance];
}

export const appearanceChoice = (appearance: Appearance, choose: (appearance: Appearance) => void): MenuChoice => ({
  heading: homeTexts.appearance,
  value: appearance,
  onChoose: (value) => choose(appearances.find((known) => known === value) ?? 'system'),
  options: appearances.map((value) => ({ value, label: titles[value], icon: icons[value] })),
});
