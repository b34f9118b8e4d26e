/**
 * The application: what REST, the tool server and the live protocol call, composed of one part per resource (SPEC.md).
 *
 * Every method authorizes by itself and returns a Problem if it refuses. Storage failures throw; rest/ turns them into Problems in
 * one place.
 */
import type { Level } from '#schema/access.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { Access, Actor } from '#server/access/actor.ts';
import { authenticate, type CallCredentials } from '#server/access/authenticate.ts';
import { authorize, type AuthorizeOptions } from '#server/access/authorize.ts';
import { CredentialUses } from '#server/access/credential-uses.ts';
import { touchSessions } from '#storage/sessions.ts';
import { touchTokens } from '#storage/tokens.ts';
import { type Administration, createAdministration } from './administration.ts';
import { type Consents, createConsents } from './consents.ts';
import { createGrants, type Grants } from './grants.ts';

import { type Comments, createComments } from './comments.ts';
import type { AppContext } from './context.ts';
import { createDocuments, type Documents } from './documents.ts';
import { type Copies, createCopies } from './copies.ts';
import type { Events } from './events.ts';
import type { HistoryApi } from './history.ts';
import { createItemComments, type ItemComments } from './item-comments.ts';
import { createItemTypes, type ItemTypes } from './item-types.ts';
import { createItems, type Items } from './items.ts';
import { createIcons, type Icons } from './icons.ts';
import { createImages, type Images } from './images.ts';
import type { Illustrations } from './illustrations.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createLibraries, type Libraries } from './libraries.ts';
import { createThemes, type Themes } from './themes.ts';
import { createMe, type Me } from './me.ts';
import { createMembers, type Members } from './members.ts';
import { createMentions, type Mentions } from './mentions.ts';
import type { PublishedBoards } from '#server/published/published-boards.ts';
import { createProposals, type Proposals } from './proposals.ts';
import type { Presences } from './presence.ts';
import { createExports, type Exports } from './exports.ts';
import { createPictures, type Pictures } from './pictures.ts';
import type { Changesets, Tabs } from './port.ts';
import { createSearch, type Searches } from './search.ts';
import { createOwnSessions, type OwnSessions } from './own-sessions.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';
import { createSession, type SessionApi } from './session.ts';
import { createShareLinks, type ShareLinks } from './share-links.ts';
import { createSheets, type Sheets } from './sheets.ts';
import { createFolders, type Folders } from './folders.ts';
import { createStars, type Stars } from './stars.ts';
import { createTimers, type Timers } from './timers.ts';
import { createTasks, type Tasks } from './tasks.ts';
import { createTickets, type Tickets } from './tickets.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createVersions, type Versions } from './versions.ts';
import { createVotes, type Votes } from './votes.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type Application = {
  /** Null if the call has no credential; `unauthenticated` if it has an invalid one. */
  authenticate(credentials: CallCredentials): Promise<Actor | null | Problem>;
  authorize(actor: Actor, documentId: string, required: Level, options?: AuthorizeOptions): Promise<Access | Problem>;
  /** Stores when tokens and sessions were last used. Called about once a minute, and before the server stops. */
  writeUses(): Promise<void>;
  readonly session: SessionApi;
  readonly ownSessions: OwnSessions;
  readonly administration: Administration;
  readonly secondFactors: SecondFactors;
  readonly me: Me;
  readonly tokens: Tokens;
  readonly consents: Consents;
  readonly grants: Grants;
  readonly documents: Documents;
  readonly stars: Stars;
  readonly folders: Folders;
  readonly mentions: Mentions;
  readonly timers: Timers;
  readonly votes: Votes;
  readonly members: Members;
  readonly shareLinks: ShareLinks;
  readonly search: Searches;
  readonly versions: Versions;
  readonly proposals: Proposals;
  readonly webhooks: Webhooks;
  readonly tasks: Tasks;
  readonly inbox: Inbox;
  readonly tickets: Tickets;
  readonly pictures: Pictures;
  readonly exports: Exports;
  readonly comments: Comments;
  readonly items: Items;
  readonly itemTypes: ItemTypes;
  readonly itemComments: ItemComments;
  readonly copies: Copies;
  readonly icons: Icons;
  readonly images: Images;
  readonly sheets: Sheets;
  readonly libraries: Libraries;
  readonly themes: Themes;
  readonly tabs: Tabs;
  readonly changesets: Changesets;
  readonly history: HistoryApi;
  readonly illustrations: Illustrations;
  readonly events: Events;
  readonly presence: Presences;
  readonly published: PublishedBoards;
};

export function createApplication(
  context: AppContext,
  parts: Pick<Application, 'tabs' | 'changesets' | 'history' | 'illustrations' | 'events' | 'presence' | 'published'>,
): Application {
  const { storage, now } = context;
  const tokenUses = new CredentialUses(touchTokens);
  const sessionUses = new CredentialUses(touchSessions);
  const pictures = createPictures(context);
  return {
    async authenticate(credentials) {
      const at = now();
      const actor = await authenticate(storage.db, credentials, at);
      if (actor === null || isProblem(actor)) return actor;
      if (actor.kind === 'agent') tokenUses.note(actor.tokenId, at);
      if (actor.kind === 'person') sessionUses.note(actor.sessionHash, at);
      return actor;
    },
    authorize: (actor, documentId, required, options) =>
      authorize(storage.db, actor, documentId, required, { now: now(), ...options }),
    async writeUses() {
      await tokenUses.flush(storage);
      await sessionUses.flush(storage);
    },
    session: createSession(context),
    ownSessions: createOwnSessions(context),
    administration: createAdministration(context),
    secondFactors: createSecondFactors(context),
    me: createMe(context),
    tokens: createTokens(context),
    consents: createConsents(context),
    grants: createGrants(context),
    documents: createDocuments(context),
    stars: createStars(context),
    folders: createFolders(context),
    mentions: createMentions(context),
    timers: createTimers(context),
    votes: createVotes(context),
    members: createMembers(context),
    shareLinks: createShareLinks(context),
    search: createSearch(context),
    icons: createIcons(),
    versions: createVersions(context),
    proposals: createProposals(context),
    webhooks: createWebhooks(context),
    tasks: createTasks(context),
    inbox: createInbox(context),
    tickets: createTickets(context),
    pictures,
    exports: createExports(context, pictures, parts.tabs),
    comments: createComments(context),
    items: createItems(context),
    itemTypes: createItemTypes(context),
    itemComments: createItemComments(context),
    copies: createCopies(context),
    images: createImages(context),
    sheets: createSheets(context),
    libraries: createLibraries(context),
    themes: createThemes(context),
    ...parts,
  };
}
