/**
 * Every call of the REST interface: its method and path under the API root, and the schemas of its query, body and JSON answer.
 *
 * `rest/` adds who may call, the refusals and the handler; the description derives from both. Clients take the types alone, so
 * that a call is checked by its method and path (clients/api/api-client.ts).
 */
import Type, { type Static, type TSchema } from 'typebox';

import { Authorization, Member, ShareLink, Token } from './access.ts';
import * as calls from './calls.ts';
import * as documents from './document-calls.ts';
import * as tokens from './token-calls.ts';
import { ChangesetAnswer, ChangesetLint, ChangesetRecord, Lint, Result, WrittenChangeset } from './changeset.ts';
import { Comment, CommentThread } from './comment.ts';
import { type ApiEndpoint, bytes, Cursor, endpoint } from './endpoint.ts';
import { CustomTheme, NewTheme, ThemePatch } from './custom-theme.ts';
import { Document, NewDocumentAnswer } from './document.ts';
import { DocumentPlace, Folder, FolderName } from './folder.ts';
import { ActivityList, ActivityQuery, ElementHistory, RestoreAnswer, RevertAnswer, TabDiff } from './history.ts';
import { ImageInfo, ImageQuery, ImageUsage } from './image.ts';
import { IconList, IconQuery } from './icon.ts';
import { Library, LibraryItems, LibraryPatch, NewLibrary } from './library.ts';
import { IllustrateAnswer, Illustration } from './page.ts';
import { DocumentPresence, Presence } from './presence.ts';
import { PictureQuery, PngQuery } from './picture-calls.ts';
import { Tab, TabReading } from './tab.ts';
import { TokenPatch } from './task.ts';
import { TimerAnswer, TimerChange } from './timer.ts';
import { accountCalls, OnePerson } from './account-calls.ts';
import { adminCalls } from './admin-calls.ts';
import { cardCalls } from './card-calls.ts';
import { exchangeCalls } from './exchange-calls.ts';
import { mentionCalls } from './mention.ts';
import { SearchAnswer, SearchQuery } from './search.ts';
import { sheetCalls } from './sheet-calls.ts';
import { taskCalls } from './task-calls.ts';
import { NewChatTicket, NewTicket } from './ticket.ts';
import { proposalCalls, proposing } from './proposal-calls.ts';
import { ProposeQuery } from './proposal.ts';
import { NewVote, OwnVotes, VoteAnswer } from './vote.ts';
import { NewVersion, OneVersion, VersionList } from './version.ts';
import { Delivery, NewWebhook, Webhook } from './webhook.ts';

const OneLibrary = Type.Object({ library: Library });
const OneFolder = Type.Object({ folder: Folder });
const OneTheme = Type.Object({ theme: CustomTheme });

export const api = {
  signIn: endpoint('POST /session', { body: calls.SignIn, reply: OnePerson }),
  signOut: endpoint('DELETE /session', {}),
  ...accountCalls,
  ...mentionCalls,
  ...adminCalls,
  createToken: endpoint('POST /tokens', {
    body: tokens.NewToken,
    reply: Type.Object({ token: Token, secret: Type.String({ description: 'The secret, which is shown only once.' }) }),
  }),
  listTokens: endpoint('GET /tokens', {
    reply: Type.Object({ tokens: Type.Array(Token, { description: 'The tokens of the caller.' }) }),
  }),
  changeToken: endpoint('PATCH /tokens/:token', { body: TokenPatch, reply: Token }),
  revokeToken: endpoint('DELETE /tokens/:token', {}),
  readAuthorization: endpoint('GET /authorization', { query: tokens.AuthorizationQuery, reply: Authorization }),
  decideAuthorization: endpoint('POST /authorization', { body: tokens.AuthorizationDecision, reply: tokens.AuthorizationAnswer }),

  createDocument: endpoint('POST /documents', { body: documents.NewDocument, reply: NewDocumentAnswer }),
  listDocuments: endpoint('GET /documents', {
    query: documents.DocumentListQuery,
    reply: Type.Object({
      documents: Type.Array(Document, { description: 'In the order of `sort`; in the trash, last moved there first.' }),
      next: Cursor,
    }),
  }),
  showDocument: endpoint('GET /documents/:doc', { reply: Document }),
  renameDocument: endpoint('PATCH /documents/:doc', { body: documents.DocumentPatch, reply: Document }),
  trashDocument: endpoint('DELETE /documents/:doc', {}),
  restoreDocument: endpoint('POST /documents/:doc/restore', { reply: Document }),
  purgeDocument: endpoint('POST /documents/:doc/purge', {}),
  starDocument: endpoint('PUT /documents/:doc/star', {}),
  unstarDocument: endpoint('DELETE /documents/:doc/star', {}),
  placeDocument: endpoint('PUT /documents/:doc/folder', { body: DocumentPlace }),
  changeTimer: endpoint('POST /documents/:doc/timer', { body: TimerChange, reply: TimerAnswer }),
  copyDocument: endpoint('POST /documents/:doc/copy', { body: documents.NewCopy, reply: Document }),

  createFolder: endpoint('POST /folders', { body: FolderName, reply: OneFolder }),
  listFolders: endpoint('GET /folders', {
    reply: Type.Object({ folders: Type.Array(Folder, { description: 'The folders of the caller.' }) }),
  }),
  renameFolder: endpoint('PATCH /folders/:folder', { body: FolderName, reply: OneFolder }),
  deleteFolder: endpoint('DELETE /folders/:folder', {}),

  search: endpoint('GET /search', { query: SearchQuery, reply: SearchAnswer }),

  listMembers: endpoint('GET /documents/:doc/members', {
    reply: Type.Object({ members: Type.Array(Member, { description: 'The members.' }) }),
  }),
  putMember: endpoint('PUT /documents/:doc/members/:user', { body: calls.MemberLevel, reply: Member }),
  removeMember: endpoint('DELETE /documents/:doc/members/:user', {}),
  createShareLink: endpoint('POST /documents/:doc/share-links', {
    body: calls.NewShareLink,
    reply: Type.Object({ link: ShareLink }),
  }),
  listShareLinks: endpoint('GET /documents/:doc/share-links', {
    reply: Type.Object({ links: Type.Array(ShareLink, { description: 'The share links.' }) }),
  }),
  revokeShareLink: endpoint('DELETE /documents/:doc/share-links/:link', {}),
  openShareLink: endpoint('POST /share-links/open', { body: calls.OpenShareLink, reply: calls.OpenedShareLink }),

  createWebhook: endpoint('POST /documents/:doc/webhooks', {
    body: NewWebhook,
    reply: Type.Object({
      webhook: Webhook,
      secret: Type.String({ description: 'The secret that deliveries are signed with, `whsec_…`; shown only once.' }),
    }),
  }),
  listWebhooks: endpoint('GET /documents/:doc/webhooks', {
    reply: Type.Object({ webhooks: Type.Array(Webhook, { description: 'Oldest first.' }) }),
  }),
  deleteWebhook: endpoint('DELETE /documents/:doc/webhooks/:webhook', {}),
  testWebhook: endpoint('POST /documents/:doc/webhooks/:webhook/test', {
    reply: Type.Object({ webhook: Webhook, delivery: Delivery }),
  }),
  listDeliveries: endpoint('GET /documents/:doc/webhooks/:webhook/deliveries', {
    reply: Type.Object({ deliveries: Type.Array(Delivery, { description: 'The last 100, newest first.' }) }),
  }),

  ...taskCalls,

  createVersion: endpoint('POST /documents/:doc/versions', { body: NewVersion, reply: OneVersion }),
  listVersions: endpoint('GET /documents/:doc/versions', { reply: VersionList }),
  showVersion: endpoint('GET /documents/:doc/versions/:version', { reply: OneVersion }),
  deleteVersion: endpoint('DELETE /documents/:doc/versions/:version', {}),
  ...proposalCalls,
  createTab: endpoint('POST /documents/:doc/tabs', {
    body: calls.NewTab,
    reply: Type.Object({
      tab: Tab,
      changeset: Type.Union([WrittenChangeset, Type.Null()], { description: 'Null if the tab was created empty.' }),
      results: Type.Array(Result, { description: 'What happened to each element.' }),
      lint: ChangesetLint,
      text: Type.String({ description: 'The same for people and models, a line for each result.' }),
    }),
  }),
  readTab: endpoint('GET /documents/:doc/tabs/:tab', {
    query: calls.TabQuery,
    reply: TabReading,
    variants: { 'view=diff': TabDiff, 'view=lint': Lint },
  }),
  replaceTab: endpoint('PUT /documents/:doc/tabs/:tab', {
    query: calls.NewChangesetQuery,
    body: calls.TabReplacement,
    reply: ChangesetAnswer,
    variants: proposing,
  }),
  restoreTab: endpoint('POST /documents/:doc/tabs/:tab/restore', {
    ...calls.restoring,
    reply: RestoreAnswer,
    variants: proposing,
  }),
  changeTab: endpoint('PATCH /documents/:doc/tabs/:tab', { body: calls.TabPatch, reply: Tab }),
  removeTab: endpoint('DELETE /documents/:doc/tabs/:tab', {}),
  startVote: endpoint('POST /documents/:doc/tabs/:tab/vote', { body: NewVote, reply: VoteAnswer }),
  readVote: endpoint('GET /documents/:doc/tabs/:tab/vote', { reply: VoteAnswer }),
  clearVote: endpoint('DELETE /documents/:doc/tabs/:tab/vote', {}),
  placeVotes: endpoint('PUT /documents/:doc/tabs/:tab/vote/mine', { body: OwnVotes, reply: VoteAnswer }),
  endVote: endpoint('POST /documents/:doc/tabs/:tab/vote/end', { reply: VoteAnswer }),
  illustrateTab: endpoint('POST /documents/:doc/tabs/:tab/illustrate', {
    query: ProposeQuery,
    body: Illustration,
    reply: IllustrateAnswer,
    variants: proposing,
  }),
  renderTab: endpoint('GET /documents/:doc/tabs/:tab/render.svg', { query: PictureQuery }),
  renderTabPng: endpoint('GET /documents/:doc/tabs/:tab/render.png', { query: PngQuery }),
  elementHistory: endpoint('GET /documents/:doc/tabs/:tab/elements/:element/history', {
    query: calls.ElementHistoryQuery,
    reply: ElementHistory,
  }),

  applyChangeset: endpoint('POST /documents/:doc/tabs/:tab/changesets', {
    query: calls.NewChangesetQuery,
    body: calls.NewChangeset,
    textBody: { member: 'operations', media: 'text/plain', description: 'The operations in the line form.' },
    reply: ChangesetAnswer,
    variants: proposing,
  }),
  ...exchangeCalls,
  listChangesets: endpoint('GET /documents/:doc/changesets', {
    query: calls.ChangesetListQuery,
    reply: Type.Object({ changesets: Type.Array(ChangesetRecord, { description: 'Newest first.' }), next: Cursor }),
  }),
  showChangeset: endpoint('GET /documents/:doc/changesets/:changeset', {
    reply: Type.Object({
      changeset: ChangesetRecord,
      results: Type.Array(Result, { description: 'What happened to each element.' }),
      text: Type.String({ description: 'The same for people and models.' }),
    }),
  }),
  listActivity: endpoint('GET /documents/:doc/activity', { query: ActivityQuery, reply: ActivityList }),
  revertChangeset: endpoint('POST /documents/:doc/changesets/:changeset/revert', {
    query: ProposeQuery,
    reply: RevertAnswer,
    variants: proposing,
  }),

  uploadImage: endpoint('POST /images', {
    body: bytes,
    reply: Type.Object({ image: ImageInfo, deduped: Type.Boolean({ description: 'The same bytes had been uploaded before.' }) }),
  }),
  listImages: endpoint('GET /images', {
    reply: Type.Object({ images: Type.Array(ImageInfo, { description: 'Newest first.' }) }),
  }),
  imageUsage: endpoint('GET /images/usage', { reply: Type.Object({ usage: ImageUsage }) }),
  readImage: endpoint('GET /images/:image', { query: ImageQuery }),
  deleteImage: endpoint('DELETE /images/:image', {}),
  listIcons: endpoint('GET /icons', { query: IconQuery, reply: IconList }),
  createLibrary: endpoint('POST /shape-libraries', { body: NewLibrary, reply: OneLibrary }),
  listLibraries: endpoint('GET /shape-libraries', {
    reply: Type.Object({ libraries: Type.Array(Library, { description: 'The libraries of the caller.' }) }),
  }),
  changeLibrary: endpoint('PUT /shape-libraries/:library', { body: LibraryPatch, reply: OneLibrary }),
  addLibraryItems: endpoint('POST /shape-libraries/:library/items', { body: LibraryItems, reply: OneLibrary }),
  deleteLibrary: endpoint('DELETE /shape-libraries/:library', {}),
  createTheme: endpoint('POST /custom-themes', { body: NewTheme, reply: OneTheme }),
  listThemes: endpoint('GET /custom-themes', {
    reply: Type.Object({ themes: Type.Array(CustomTheme, { description: 'The themes of the caller.' }) }),
  }),
  changeTheme: endpoint('PUT /custom-themes/:theme', { body: ThemePatch, reply: OneTheme }),
  deleteTheme: endpoint('DELETE /custom-themes/:theme', {}),

  setPresence: endpoint('PUT /documents/:doc/tabs/:tab/presence', {
    body: calls.NewPresence,
    reply: Type.Object({ presence: Presence }),
  }),
  clearPresence: endpoint('DELETE /documents/:doc/tabs/:tab/presence', {}),
  readPresence: endpoint('GET /documents/:doc/presence', { reply: DocumentPresence }),
  listComments: endpoint('GET /documents/:doc/comments', {
    query: calls.CommentQuery,
    reply: Type.Object({ threads: Type.Array(CommentThread, { description: 'In tab order.' }) }),
  }),
  addComment: endpoint('POST /documents/:doc/tabs/:tab/comments', { body: calls.NewComment, reply: Comment }),
  deleteComment: endpoint('DELETE /documents/:doc/tabs/:tab/comments/:comment', {}),
  replyToComment: endpoint('POST /documents/:doc/tabs/:tab/comments/:comment/reply', { body: calls.CommentText, reply: Comment }),
  resolveThread: endpoint('POST /documents/:doc/tabs/:tab/comments/:comment/resolve', {}),
  reopenThread: endpoint('POST /documents/:doc/tabs/:tab/comments/:comment/reopen', {}),

  ...cardCalls,
  ...sheetCalls,

  createTicket: endpoint('POST /documents/:doc/tickets', { reply: NewTicket }),
  openInChat: endpoint('POST /documents/:doc/chat', { reply: NewChatTicket }),
  followDocument: endpoint('GET /documents/:doc/events', { query: calls.EventQuery }),
  showProblem: endpoint('GET /problems/:code', {
    reply: Type.Object({
      code: Type.String({ description: 'The code.' }),
      status: Type.Integer({ description: 'The HTTP status.' }),
      title: Type.String({ description: 'The code in a few words.' }),
      detail: Type.String({ description: 'What is wrong; a part in braces depends on the call.' }),
      hint: Type.String({ description: 'What to do next.' }),
    }),
  }),
  describe: endpoint('GET /openapi.json', { reply: Type.Object({}) }),
} satisfies Readonly<Record<string, ApiEndpoint>>;

export type ApiOperations = typeof api;
export type OperationId = keyof ApiOperations;

type JsonOf<Endpoint> = Endpoint extends { readonly reply: infer Schema extends TSchema } ? Static<Schema> : null;

/** The JSON of a successful answer of an operation; null where it answers none. */
export type Reply<Id extends OperationId> = JsonOf<ApiOperations[Id]>;
