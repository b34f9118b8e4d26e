/** All calls of the API, in the order of the description. */
import { authorization } from './resources/authorization.ts';
import {
  administeredAudit,
  administeredStorage,
  endedFactorOfPerson,
  people,
  person,
  signInCodeOfPerson,
  tokenOfPerson,
  tokensOfPerson,
} from './resources/administration.ts';
import { changeset, changesets, tabChangesets } from './resources/changesets.ts';
import { addComment, comment, comments, reopenThread, replyToComment, resolveThread } from './resources/comments.ts';
import { description } from './resources/description.ts';
import { copy, document, documents, purge, restore } from './resources/documents.ts';
import { events } from './resources/events.ts';
import { activity, elementHistory, revert } from './resources/history.ts';
import { cardComment, cardComments, reopenCardThread, resolveCardThread } from './resources/item-comments.ts';
import { bulkItems, item, items, itemTypes, moveItem, patchItems, plan, tallyItems } from './resources/items.ts';
import { icons } from './resources/icons.ts';
import { documentFolder, folder, folders } from './resources/folders.ts';
import { gallery, galleryUsage, image } from './resources/images.ts';
import { illustrate } from './resources/illustrate.ts';
import { claim, completion, inbox, inboxTask, taskUpdate } from './resources/inbox.ts';
import { libraries, library, libraryItems } from './resources/libraries.ts';
import { theme, themes } from './resources/themes.ts';
import { me } from './resources/me.ts';
import { mentions, readMentions } from './resources/mentions.ts';
import { member, members } from './resources/members.ts';
import { tabExport, tabImport } from './resources/exchange.ts';
import { tabPicture, tabPng } from './resources/pictures.ts';
import { acceptance, proposal, proposals, rejection } from './resources/proposals.ts';
import { documentPresence, tabPresence } from './resources/presence.ts';
import { problems } from './resources/problems.ts';
import { ownSession, ownSessions } from './resources/own-sessions.ts';
import { search } from './resources/search.ts';
import { confirmedSecondFactor, endedSecondFactor, recoveryCodes, secondFactor } from './resources/second-factor.ts';
import { session } from './resources/session.ts';
import { openShareLink, shareLink, shareLinks } from './resources/share-links.ts';
import { sheet, sheetCsv, sheets, sheetWrites } from './resources/sheets.ts';
import { star } from './resources/stars.ts';
import { timer } from './resources/timer.ts';
import { tab, tabs } from './resources/tabs.ts';
import { chatBoards, tickets } from './resources/tickets.ts';
import { handles, handedAgain, task, tasks } from './resources/tasks.ts';
import { token, tokens } from './resources/tokens.ts';
import { tabRestore, version, versions } from './resources/versions.ts';
import { ownVotes, vote, voteEnd } from './resources/votes.ts';
import { deliveries, testedWebhook, webhook, webhooks } from './resources/webhooks.ts';
import type { Resource } from './route.ts';

export const resources: readonly Resource[] = [
  session,
  me,
  secondFactor,
  confirmedSecondFactor,
  endedSecondFactor,
  recoveryCodes,
  ownSessions,
  ownSession,
  mentions,
  readMentions,
  tokens,
  token,
  authorization,
  people,
  person,
  signInCodeOfPerson,
  endedFactorOfPerson,
  tokensOfPerson,
  tokenOfPerson,
  administeredAudit,
  administeredStorage,
  documents,
  document,
  restore,
  purge,
  star,
  documentFolder,
  folders,
  folder,
  timer,
  vote,
  ownVotes,
  voteEnd,
  copy,
  search,
  members,
  member,
  shareLinks,
  shareLink,
  openShareLink,
  webhooks,
  webhook,
  testedWebhook,
  deliveries,
  handles,
  tasks,
  task,
  handedAgain,
  inbox,
  inboxTask,
  claim,
  taskUpdate,
  completion,
  versions,
  version,
  proposals,
  proposal,
  acceptance,
  rejection,
  tabs,
  tab,
  tabRestore,
  gallery,
  galleryUsage,
  image,
  illustrate,
  icons,
  libraries,
  library,
  libraryItems,
  themes,
  theme,
  tabPicture,
  tabImport,
  tabExport,
  tabPng,
  tabPresence,
  documentPresence,
  elementHistory,
  comments,
  addComment,
  comment,
  replyToComment,
  resolveThread,
  reopenThread,
  plan,
  items,
  bulkItems,
  patchItems,
  tallyItems,
  item,
  moveItem,
  itemTypes,
  cardComments,
  // Before `cardComment`, which would match them as ids.
  resolveCardThread,
  reopenCardThread,
  cardComment,
  tabChangesets,
  changesets,
  changeset,
  revert,
  activity,
  sheets,
  sheetWrites,
  sheetCsv,
  sheet,
  tickets,
  chatBoards,
  events,
  problems,
  description(() => resources),
];
