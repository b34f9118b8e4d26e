/** list: every command of the command line, in the order in which help shows them. */
import { addChangeset } from './changeset.ts';
import type { AddCommands } from './command.ts';
import { addComment } from './comment.ts';
import { addCompletion } from './completion.ts';
import { addDoc } from './doc.ts';
import { addEdit } from './edit.ts';
import { addEvents } from './events.ts';
import { addImage } from './image.ts';
import { addItem } from './item.ts';
import { addLibrary } from './library.ts';
import { addLogin } from './login.ts';
import { addMcp } from './mcp.ts';
import { addPage } from './page.ts';
import { addPresence } from './presence.ts';
import { addServe } from './serve.ts';
import { addSheet } from './sheet.ts';
import { addTab } from './tab.ts';
import { addTheme } from './theme.ts';

export const commands: readonly AddCommands[] = [
  addDoc,
  addTab,
  addEdit,
  addPage,
  addChangeset,
  addComment,
  addItem,
  addSheet,
  addImage,
  addLibrary,
  addTheme,
  addPresence,
  addEvents,
  addMcp,
  addLogin,
  addServe,
  addCompletion,
];
