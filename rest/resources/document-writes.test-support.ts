/** Every call that writes to a document, with a body that it takes: matrices of who may write go through all of them. */
import type { OperationId } from '#schema/api.ts';

import { resources } from '../resources.ts';
import type { RestRoute } from '../route.ts';
import type { TestAnswer, TestServer } from '../server.test-support.ts';

type WriteExample = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };
const text: WriteExample = { body: { text: 'Hm.' } };

/** Bodies name the card and the tab of the document as `item` and `tab`. A new call fails the matrices until it is here. */
export const documentWrites: Partial<Record<OperationId, WriteExample>> = {
  renameDocument: { body: { name: 'Other' } },
  trashDocument: {},
  restoreDocument: {},
  purgeDocument: {},
  starDocument: {},
  unstarDocument: {},
  placeDocument: { body: { folder: null } },
  changeTimer: { body: { action: 'start', seconds: 60 } },
  startVote: { body: { votes: 3 } },
  placeVotes: { body: { element: 'a', votes: 1 } },
  endVote: {},
  clearVote: {},
  copyDocument: { body: {} },
  putMember: { body: { level: 'viewer' } },
  removeMember: {},
  createShareLink: { body: { level: 'viewer' } },
  revokeShareLink: {},
  createWebhook: { body: { url: 'https://example.org/', types: ['comment'] } },
  deleteWebhook: {},
  testWebhook: {},
  handTask: { body: { handle: 'planner', text: 'Draw it.' } },
  withdrawTask: {},
  handTaskAgain: { body: {} },
  createVersion: { body: { name: 'Second' } },
  deleteVersion: {},
  withdrawProposal: {},
  acceptProposal: { body: {} },
  rejectProposal: { body: {} },
  createTab: { body: { name: 'More' } },
  replaceTab: { body: { operations: 'add square "B"' } },
  restoreTab: { body: { at: 1, elements: ['a'] } },
  changeTab: { body: { name: 'Other' } },
  removeTab: {},
  illustrateTab: { body: { pages: [{ op: 'add', kind: 'slide' }] } },
  importDiagram: { body: 'graph LR\n  x --> y', headers: { 'Content-Type': 'text/plain' } },
  setPresence: { body: {} },
  clearPresence: {},
  addComment: { body: { elementId: 'a', text: 'Hm.' } },
  deleteComment: {},
  replyToComment: text,
  resolveThread: {},
  reopenThread: {},
  createItem: { body: { type: 'task', fields: { title: 'More' } } },
  createItems: { body: { items: [{ type: 'task', fields: { title: 'More' } }] } },
  patchItems: { body: { items: [{ id: 'item', set: { title: 'Other' } }] } },
  tallyItems: { body: { items: [{ id: 'item', votes: { ann: 1 } }] } },
  changeItem: { body: { set: { title: 'Other' } } },
  deleteItem: {},
  moveItem: { body: { set: { estimate: 3 } } },
  replaceItemTypes: { body: { expectedRev: 0, itemTypes: null } },
  addCardComment: text,
  deleteCardComment: {},
  resolveCardThread: {},
  reopenCardThread: {},
  applyChangeset: { body: { operations: 'add square "B"' } },
  revertChangeset: {},
  addSheet: { body: { tabId: 'tab', title: 'More' } },
  writeSheet: { body: { write: { kind: 'title', title: 'Fees' } } },
  deleteSheet: {},
  replaceSheetCsv: { body: 'a,b', headers: { 'Content-Type': 'text/csv' } },
  createTicket: {},
  openInChat: {},
};

export const writingRoutes = (): RestRoute[] =>
  resources.flatMap(({ routes }) => routes).filter(({ method, path }) => method !== 'get' && path.startsWith('/documents/:doc'));

/** The ids that stand for the parameters of paths, and for `item` and `tab` in bodies. */
export type WriteIds = Readonly<Record<string, string>>;

export function sendWrite(
  server: TestServer,
  { id, method, path }: RestRoute,
  ids: WriteIds,
  sent: { readonly token?: string; readonly cookie?: string },
  query = '',
): Promise<TestAnswer> {
  const { body, headers } = documentWrites[id] ?? {};
  const filled = path.replaceAll(/:([a-z]+)/g, (_all, name: string) => ids[name] ?? name);
  const named = body === undefined || typeof body === 'string' ? body : JSON.parse(JSON.stringify(body).replace('"item"', `"${ids['item']}"`).replace('"tab"', `"${ids['tab']}"`)); // prettier-ignore
  return server.call(method.toUpperCase(), `${filled}${query}`, {
    ...sent,
    ...(named !== undefined && { body: named }),
    ...(headers !== undefined && { headers }),
  });
}
