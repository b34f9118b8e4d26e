/** list: all commands, by group. Each file of commands adds a line here. */
import { appearanceCommands } from './appearance-commands.ts';
import { arrangeCommands } from './arrange-commands.ts';
import { boardCommands } from './board-commands.ts';
import { clipboardCommands } from './clipboard-commands.ts';
import { cropCommands } from './crop-commands.ts';
import { emphasisCommands } from './emphasis-commands.ts';
import type { Command } from '../state/command.ts';
import { exportCommands } from './export-commands.ts';
import { flowCommands } from './flow-commands.ts';
import { groupCommands } from './group-commands.ts';
import { helpCommands } from './help-commands.ts';
import { iconCommands } from './icon-commands.ts';
import { keyboardCommands } from './keyboard-commands.ts';
import { lockCommands } from './lock-commands.ts';
import { panelCommands } from './panel-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { proposalCommands } from './proposal-commands.ts';
import { selectionCommands } from './selection-commands.ts';
import { tableCommands } from './table-commands.ts';
import { sheetCommands } from './sheet-commands.ts';
import { toolCommands } from './tool-commands.ts';
import { undoCommands } from './undo-commands.ts';
import { viewCommands } from './view-commands.ts';
import { voteCommands } from './vote-commands.ts';
import { walkCommands } from './walk-commands.ts';

export const commands: readonly Command[] = [
  ...undoCommands,
  ...clipboardCommands,
  ...emphasisCommands,
  ...keyboardCommands,
  ...flowCommands,
  ...boardCommands,
  ...groupCommands,
  ...cropCommands,
  ...selectionCommands,
  ...arrangeCommands,
  ...lockCommands,
  ...tableCommands,
  ...walkCommands,
  ...toolCommands,
  ...iconCommands,
  ...sheetCommands,
  ...viewCommands,
  ...peopleCommands,
  ...voteCommands,
  ...appearanceCommands,
  ...helpCommands,
  ...exportCommands,
  ...panelCommands,
  ...proposalCommands,
];
