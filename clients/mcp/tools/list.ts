/** Every tool of the tool server, in the order in which clients show them: of one verb, or a file for a tool of several. */
import { listComments } from '#clients/verbs/comments.ts';
import { listChangesets } from '#clients/verbs/changesets.ts';
import { createDocument, listDocuments, readDocument } from '#clients/verbs/documents.ts';
import { exportTab, importDiagram } from '#clients/verbs/exchange.ts';
import { uploadImage } from '#clients/verbs/images.ts';
import { replaceItemTypes } from '#clients/verbs/items.ts';
import { listLibraries, placeLibraryItem } from '#clients/verbs/libraries.ts';
import { illustrate } from '#clients/verbs/pages.ts';
import { setPresence } from '#clients/verbs/presence.ts';
import { search } from '#clients/verbs/search.ts';
import { readProposals } from '#clients/verbs/proposals.ts';
import { addSheet, deleteSheet } from '#clients/verbs/sheets.ts';
import { diffTab } from '#clients/verbs/tab-moments.ts';
import { createTab, lintTab } from '#clients/verbs/tabs.ts';

import { proposable } from '../proposable.ts';
import type { McpTool } from '../tool.ts';
import { toolOf } from '../verb-tool.ts';
import { changeDocument } from './change-document.ts';
import { changeItems } from './change-items.ts';
import { changeSheet } from './change-sheet.ts';
import { changeTab } from './change-tab.ts';
import { comment } from './comment.ts';
import { helpTool } from './help.ts';
import { openBoard } from './open-board.ts';
import { readPlan } from './read-plan.ts';
import { readSheet } from './read-sheet.ts';
import { readTab } from './read-tab.ts';
import { renderTab } from './render-tab.ts';
import { reportTask } from './report-task.ts';
import { updateDocument } from './update-document.ts';
import { waitForComment } from './wait-for-comment.ts';
import { waitForTask } from './wait-for-task.ts';

export const tools: readonly McpTool[] = [
  helpTool(() => tools),
  toolOf(listDocuments),
  toolOf(readDocument),
  readTab,
  proposable(updateDocument),
  toolOf(illustrate),
  toolOf(uploadImage),
  toolOf(listLibraries),
  toolOf(placeLibraryItem),
  toolOf(lintTab),
  renderTab,
  toolOf(importDiagram),
  toolOf(exportTab),
  toolOf(diffTab),
  toolOf(listComments),
  comment,
  waitForComment,
  waitForTask,
  reportTask,
  toolOf(setPresence),
  readPlan,
  proposable(changeItems),
  toolOf(replaceItemTypes),
  readSheet,
  toolOf(addSheet),
  proposable(changeSheet),
  toolOf(deleteSheet),
  toolOf(createDocument),
  changeDocument,
  toolOf(createTab),
  changeTab,
  toolOf(listChangesets),
  toolOf(search),
  toolOf(readProposals),
  openBoard,
];
