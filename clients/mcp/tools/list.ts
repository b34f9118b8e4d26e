/** list: every tool of the tool server, in the order in which clients show them. A tool is its file and a line here. */
import type { McpTool } from '../tool.ts';
import { addSheet } from './add-sheet.ts';
import { changeCardTypes } from './change-card-types.ts';
import { changeItems } from './change-items.ts';
import { changeSheet } from './change-sheet.ts';
import { comment } from './comment.ts';
import { diffTab } from './diff-tab.ts';
import { illustrate } from './illustrate.ts';
import { lintTab } from './lint-tab.ts';
import { listComments } from './list-comments.ts';
import { listLibraries } from './list-libraries.ts';
import { listDocuments } from './list-documents.ts';
import { placeLibraryItem } from './place-library-item.ts';
import { readDocument } from './read-document.ts';
import { readPlan } from './read-plan.ts';
import { readSheet } from './read-sheet.ts';
import { readTab } from './read-tab.ts';
import { renderTab } from './render-tab.ts';
import { setPresence } from './set-presence.ts';
import { uploadImage } from './upload-image.ts';
import { updateDocument } from './update-document.ts';
import { waitForComment } from './wait-for-comment.ts';

export const tools: readonly McpTool[] = [
  listDocuments,
  readDocument,
  readTab,
  updateDocument,
  illustrate,
  uploadImage,
  listLibraries,
  placeLibraryItem,
  lintTab,
  renderTab,
  diffTab,
  listComments,
  comment,
  waitForComment,
  setPresence,
  readPlan,
  changeItems,
  changeCardTypes,
  readSheet,
  addSheet,
  changeSheet,
];
