/** appearance-commands: light, dark, or the setting of the system. */
import { type Appearance, chooseAppearance } from '../ui/appearance.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandTexts as texts, type CommandWords } from '../strings/commands.ts';

const words: Readonly<Record<Appearance, CommandWords>> = {
  system: texts['appearance-system'],
  light: texts['appearance-light'],
  dark: texts['appearance-dark'],
};

export const appearanceCommands: readonly Command[] = (['light', 'dark', 'system'] as const).map((appearance) => ({
  id: `appearance-${appearance}`,
  ...words[appearance],
  group: groups.view,
  run: () => chooseAppearance(appearance),
}));
