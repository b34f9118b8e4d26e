/** list: every command of the command line, in the order in which help shows them. */
import type { AddCommands } from './command.ts';
import { addEdit } from './edit.ts';
import { addLogin } from './login.ts';

export const commands: readonly AddCommands[] = [addEdit, addLogin];
