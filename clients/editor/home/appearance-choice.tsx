/** appearance-choice: light, dark, or as the system has it, in a menu; shown at once. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';

import { type Appearance, appearances, keepAppearance, readAppearance, showAppearance } from '../ui/appearance.ts';
import type { MenuChoice } from '../ui/menu-items.tsx';

const titles = { system: 'System', light: 'Light', dark: 'Dark' };
const icons = { system: <Monitor />, light: <Sun />, dark: <Moon /> };

export function useAppearance(): readonly [Appearance, (appearance: Appearance) => void] {
  const [appearance, setAppearance] = useState(() => readAppearance(localStorage));
  const choose = (chosen: Appearance): void => {
    setAppearance(chosen);
    keepAppearance(localStorage, chosen);
    showAppearance(document.documentElement, chosen);
  };
  return [appearance, choose];
}

export const appearanceChoice = (appearance: Appearance, choose: (appearance: Appearance) => void): MenuChoice => ({
  heading: 'Appearance',
  value: appearance,
  onChoose: (value) => choose(appearances.find((known) => known === value) ?? 'system'),
  options: appearances.map((value) => ({ value, label: titles[value], icon: icons[value] })),
});
