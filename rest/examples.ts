/** An example of the body of each call that takes one, for the description. Tests check them, and send them to a server. */
import type { OperationId } from '#schema/api.ts';

import { params } from './params.ts';

export type BodyExample = {
  readonly json?: unknown;
  /** For a call that takes text too. */
  readonly text?: string;
};

const drawing = `add cylinder id=orders label="Orders" fill=green
add square id=shop label="Shop" left-of:orders
connect shop -> orders label="writes"`;

const card = { title: 'Write the release notes', priority: 'high', labels: ['docs'] };
const element = { type: 'shape', shape: 'square', label: 'Service', x: 0, y: 0, width: 160, height: 80 };
const row = 'row_0mi9k2h1a4cv7m3s9x2b';
const column = 'col_0mi9k2h1b8dw1n6t5z7c';

export const examples: { readonly [Id in OperationId]?: BodyExample } = {
  signIn: { json: { email: 'ada@example.org', password: 'correct horse battery staple' } },
  changeMe: { json: { name: 'Ada Lovelace', color: '#1d4ed8' } },
  confirmSecondFactor: { json: { code: '287082', currentPassword: 'correct horse battery staple' } },
  endSecondFactor: { json: { currentPassword: 'correct horse battery staple' } },
  renewRecoveryCodes: { json: { currentPassword: 'correct horse battery staple' } },
  addPerson: { json: { name: 'Grace Hopper', email: 'grace@example.org' } },
  changePerson: { json: { active: false } },
  createToken: { json: { name: 'Build agent', access: 'full' } },
  decideAuthorization: {
    json: {
      query:
        'response_type=code&client_id=client_4k2mzq9a7f1d2c3b8x5w&redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fcb' +
        '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
      allow: true,
      access: 'read',
      documents: null,
      days: 30,
    },
  },

  createDocument: { json: { name: 'Checkout' } },
  renameDocument: { json: { name: 'Checkout, second draft' } },
  placeDocument: { json: { folder: params.folder.example } },
  readMentions: { json: { comment: params.comment.example, older: true } },
  createFolder: { json: { name: 'Roadmaps' } },
  renameFolder: { json: { name: 'Roadmaps 2027' } },
  changeTimer: { json: { action: 'start', seconds: 300 } },
  startVote: { json: { votes: 3, private: true } },
  placeVotes: { json: { element: params.element.example, votes: 2 } },
  copyDocument: { json: { name: 'Checkout, copy' } },
  putMember: { json: { level: 'editor' } },
  createVersion: { json: { name: 'Before the review' } },
  restoreTab: { json: { at: 1 } },
  acceptProposal: { json: { elements: ['orders'] } },
  rejectProposal: { json: { reason: 'We call it a cart.' } },
  createWebhook: { json: { url: 'https://1.1.1.1/hooks/atelier', types: ['comment', 'changeset'] } },
  createShareLink: { json: { level: 'viewer', expiresAt: null } },
  openShareLink: { json: { secret: 'share_4k2mzq9a7f1d2c3b', name: 'Grace' } },

  changeToken: { json: { handle: 'planner', handFrom: 'participants' } },
  handTask: { json: { handle: 'planner', tab: params.tab.example, element: params.element.example, text: 'Draw the refund flow.' } }, // prettier-ignore
  handTaskAgain: { json: { text: 'Refunds go to the card that was charged.' } },
  updateTask: { json: { lease: 'lease_0mi9k2fd3s6hn8c1x4zb', progress: 'Drawing the refund flow' } },
  completeTask: { json: { lease: 'lease_0mi9k2fd3s6hn8c1x4zb', state: 'done', text: 'Drawn, right of Payments.' } },

  createTab: { json: { name: 'Architecture', mode: 'canvas', operations: drawing } },
  replaceTab: { json: { operations: drawing, summary: 'Draw the shop' } },
  changeTab: { json: { name: 'Overview', theme: 'paper' } },
  applyChangeset: {
    json: {
      operations: [
        { op: 'add', kind: 'cylinder', id: 'orders', fields: { label: 'Orders', fill: 'green' } },
        { op: 'add', kind: 'square', id: 'shop', fields: { label: 'Shop' }, place: { rel: 'left-of', ref: 'orders' } },
        { op: 'connect', from: 'shop', to: 'orders', fields: { label: 'writes' } },
      ],
      summary: 'Draw the shop',
    },
    text: drawing,
  },
  illustrateTab: { json: { pages: [{ op: 'add', kind: 'slide', name: 'Welcome', layout: 'title' }] } },

  addComment: { json: { elementId: params.element.example, text: 'Is this still true?' } },
  replyToComment: { json: { text: 'Yes, until the next release.' } },
  setPresence: { json: { status: 'Drawing the data flow', focus: [params.element.example], ttl: 30_000 } },

  createItem: { json: { type: 'task', fields: card } },
  createItems: { json: { items: [{ type: 'task', fields: card }, { type: 'task', fields: { title: 'Tag the release' } }] } }, // prettier-ignore
  changeItem: { json: { set: { due: '2026-12-01', flagged: true }, clear: ['priority'] } },
  moveItem: { json: { status: 'doing~4k2mzq9a' } },
  patchItems: { json: { items: [{ id: params.item.example, set: { estimate: 3 } }] } },
  tallyItems: { json: { items: [{ id: params.item.example, votes: { ada: 2 } }] } },
  replaceItemTypes: { json: { expectedRev: 0, itemTypes: { version: 1, types: [{ id: 'task', label: 'Task' }] } } },
  addCardComment: { json: { text: 'Who can review this?' } },

  addSheet: { json: { tabId: params.tab.example, title: 'Budget', rows: 20, cols: 8 } },
  writeSheet: { json: { write: { kind: 'cells', cells: [{ r: row, c: column, i: { n: 1_200 }, f: { nf: 'currency' } }] } } },
  replaceSheetCsv: { json: { csv: 'Item,Cost\nPaper,12\n' }, text: 'Item,Cost\nPaper,12\n' },

  createLibrary: { json: { name: 'Services', items: [{ id: params.library.example, title: 'Service', width: 160, height: 80, elements: [element] }] } }, // prettier-ignore
  addLibraryItems: { json: { items: [{ id: params.library.example, title: 'Service', width: 160, height: 80, elements: [element] }] } }, // prettier-ignore
  changeLibrary: { json: { name: 'Services and queues' } },
  createTheme: { json: { id: params.theme.example, name: 'Harbor', definition: { backgroundColor: '#f4f8fb' } } },
  changeTheme: { json: { definition: { backgroundColor: '#0b1f33', elementText: '#f4f8fb' } } },
};
