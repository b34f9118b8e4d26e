/** Every command of the command line, in the order in which help shows them. */
import type { AddCommands, CommandGroup } from './command.ts';
import { addCompletion } from './completion.ts';
import { addEdit } from './edit.ts';
import { addEvents } from './events.ts';
import { addExchange } from './exchange.ts';
import { addIcons } from './icons.ts';
import { addItem } from './item.ts';
import { addLint } from './lint.ts';
import { addLogin } from './login.ts';
import { addMcp } from './mcp.ts';
import { addPage } from './page.ts';
import { addSearch } from './search.ts';
import { addServe } from './serve.ts';
import { addSheet } from './sheet.ts';
import { addTab } from './tab.ts';
import { addWait } from './wait.ts';
import { addWorkingCopy } from './working-copy.ts';

export const commands: readonly (CommandGroup | AddCommands)[] = [
  {
    name: 'doc',
    summary: 'documents: list, create, show, copy, rename, move to a folder, remove, restore, activity',
    verbs: async () => (await import('#clients/verbs/documents.ts')).documentVerbs,
  },
  {
    name: 'folder',
    summary: 'folders for documents: list, create, rename, remove',
    verbs: async () => (await import('#clients/verbs/folders.ts')).folderVerbs,
  },
  {
    name: 'tab',
    summary: 'tabs: list, create, read, lint, compare, draw, rename, move, lock, remove',
    verbs: async () => (await import('#clients/verbs/tabs.ts')).tabVerbs,
    add: addTab,
  },
  addSearch,
  addIcons,
  addEdit,
  addExchange,
  addWorkingCopy,
  addLint,
  {
    name: 'page',
    summary: 'pages: list, add, set, arrange, move, duplicate, delete; lay out an article',
    verbs: async () => (await import('#clients/verbs/pages.ts')).pageVerbs,
    add: addPage,
  },
  {
    name: 'changeset',
    summary: 'changesets: list, show, revert',
    verbs: async () => (await import('#clients/verbs/changesets.ts')).changesetVerbs,
  },
  {
    name: 'proposal',
    summary: 'proposals for a document: list, show, withdraw',
    verbs: async () => (await import('#clients/verbs/proposals.ts')).proposalVerbs,
  },
  {
    name: 'version',
    summary: 'named versions of a document: list, add, remove',
    verbs: async () => (await import('#clients/verbs/versions.ts')).versionVerbs,
  },
  {
    name: 'comment',
    summary: 'comments on elements: list, add, reply, resolve; those that mention you',
    verbs: async () => (await import('#clients/verbs/comments.ts')).commentVerbs,
  },
  addWait,
  {
    name: 'inbox',
    summary: 'tasks that people hand to this token: list, show, claim, update, complete',
    verbs: async () => (await import('#clients/verbs/tasks.ts')).inboxVerbs,
  },
  {
    name: 'task',
    summary: 'tasks of a document: list',
    verbs: async () => (await import('#clients/verbs/tasks.ts')).taskVerbs,
  },
  {
    name: 'item',
    summary: 'cards on plan boards: list, add, set, move, comment, remove',
    verbs: async () => (await import('#clients/verbs/items.ts')).itemVerbs,
    add: addItem,
  },
  {
    name: 'type',
    summary: 'card types',
    verbs: async () => (await import('#clients/verbs/items.ts')).itemTypeVerbs,
  },
  {
    name: 'sheet',
    summary: 'sheets: list, show, add, write cells, remove',
    verbs: async () => (await import('#clients/verbs/sheets.ts')).sheetVerbs,
    add: addSheet,
  },
  {
    name: 'image',
    summary: 'images: upload, list',
    verbs: async () => (await import('#clients/verbs/images.ts')).imageVerbs,
  },
  {
    name: 'library',
    summary: 'shape libraries: list, show, add, rename, remove; draw an item',
    verbs: async () => (await import('#clients/verbs/libraries.ts')).libraryVerbs,
  },
  {
    name: 'theme',
    summary: 'themes of your own: list, add, change, remove',
    verbs: async () => (await import('#clients/verbs/themes.ts')).themeVerbs,
  },
  {
    name: 'presence',
    summary: 'show what you are doing; list who is there',
    verbs: async () => (await import('#clients/verbs/presence.ts')).presenceVerbs,
  },
  {
    name: 'webhook',
    summary: 'send events to an address: list, add, test, show what was sent, remove',
    verbs: async () => (await import('#clients/verbs/webhooks.ts')).webhookVerbs,
  },
  addEvents,
  addMcp,
  addLogin,
  addServe,
  addCompletion,
];
