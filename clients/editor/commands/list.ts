/** list: every command, group by group. Each file of commands adds a line here. */
import type { Command } from './command.ts';
import { helpCommands } from './help-commands.ts';
import { undoCommands } from './undo-commands.ts';

export const commands: readonly Command[] = [...undoCommands, ...helpCommands];
