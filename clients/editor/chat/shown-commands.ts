/** shown-commands: what people can do by keys on a chat board: what needs no panel, menu or dialog. */
import { flowCommands } from '../commands/flow-commands.ts';
import { groupCommands } from '../commands/group-commands.ts';
import { keyboardCommands } from '../commands/keyboard-commands.ts';
import { selectionCommands } from '../commands/selection-commands.ts';
import { undoCommands } from '../commands/undo-commands.ts';
import { viewCommands } from '../commands/view-commands.ts';
import { walkCommands } from '../commands/walk-commands.ts';
import type { Command } from '../state/command.ts';

export const shownCommands: readonly Command[] = [
  ...undoCommands,
  ...keyboardCommands,
  ...flowCommands,
  ...groupCommands,
  ...selectionCommands,
  ...walkCommands,
  ...viewCommands,
];
