/** Share links: links that give access to a document (SPEC.md). */
import { type Level, levels, reaches, type ShareLink } from '#schema/access.ts';
import type { NewShareLink, OpenedShareLink, OpenShareLink } from '#schema/calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import { authorize, isLinkInForce } from '#server/access/authorize.ts';
import { refuseFencedOwn } from '#server/access/fence.ts';
import { hashSecret, newGuestId, newLinkSecret, newSessionSecret, randomColor } from '#server/access/secrets.ts';
import type { Call } from '#server/call.ts';
import { documentById } from '#storage/documents.ts';
import { lockDocument } from '#storage/journal.ts';
import { listMembers, type Membership, membershipOf, putMember } from '#storage/members.ts';
import { insertGuest } from '#storage/sessions.ts';
import { insertShareLink, listShareLinks, revokeShareLink, type StoredShareLink } from '#storage/share-links.ts';
import type { Db } from '#storage/storage.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { emitMemberChange } from './member-events.ts';
import { missingTabs } from './missing-tabs.ts';
import { inThePast } from './tokens.ts';

/** `guestSecret` is for the cookie of a guest and never part of an answer. */
export type OpenedLink = { readonly opened: OpenedShareLink; readonly guestSecret: string | null; readonly lifeMs: number };

export type ShareLinks = {
  /** Errors: tab_not_found, too_large, invalid_request, session_required (a token that publishes or lets guests edit). */
  create(call: Call, documentId: string, body: NewShareLink): Promise<{ readonly link: ShareLink } | Problem>;
  list(call: Call, documentId: string): Promise<{ readonly links: readonly ShareLink[] } | Problem>;
  /** Errors: link_not_found. */
  revoke(call: Call, documentId: string, linkId: string): Promise<null | Problem>;
  /** Errors: link_not_found, unauthenticated (an editor link), token_read_only, access_denied (a token limited to documents). */
  open(call: Call<Actor | null>, body: OpenShareLink): Promise<OpenedLink | Problem>;
};

const guestLifeMs = limits.sessionDays * 24 * 60 * 60 * 1000;

export function createShareLinks(context: AppContext): ShareLinks {
  const { storage, rooms, linkSeals, now } = context;
  return {
    async create(call, documentId, body) {
      const { publish = false, guests = false } = body;
      const missing = await missingTabs(context, call, documentId, body.tabs);
      if (missing !== null) return missing;
      const about = ({ link }: { link: ShareLink }): { documentId: string; subject: string } => ({
        documentId,
        subject: link.id,
      });
      return commit(context, call, { action: 'share-link.create', about, secret: true }, async (tx) => {
        const at = now();
        const { actor } = call;
        const access = await authorize(tx, actor, documentId, 'owner', { now: at });
        if (isProblem(access)) return access;
        if (actor.kind === 'guest') return problem('access_denied', { required: 'owner' });
        const refused = (publish ? refusePublishing(actor, body) : null) ?? (guests ? refuseEditingGuests(actor, body) : null);
        if (refused !== null) return refused;
        const expiresAt = body.expiresAt ?? null;
        if (expiresAt !== null && expiresAt <= at) return inThePast('/expiresAt');
        if ((await listShareLinks(tx, documentId)).length >= limits.shareLinksPerDocument) {
          return problem('too_large', { limit: limits.shareLinksPerDocument });
        }
        const secret = newLinkSecret();
        const link: StoredShareLink = {
          id: newId('link', at),
          documentId,
          ...(await linkSeals.stored(tx, secret, { publish })),
          level: body.level,
          publish,
          guests,
          tabs: body.tabs ?? null,
          createdBy: actor.userId,
          createdAt: at,
          expiresAt,
          revokedAt: null,
        };
        await insertShareLink(tx, link);
        return { link: shownLink(link, { secret, origin: call.origin ?? context.publicUrl, readers: 0 }) };
      });
    },

    async list(call, documentId) {
      const access = await authorize(storage.db, call.actor, documentId, 'owner', { write: false, now: now() });
      if (isProblem(access)) return access;
      // The address may allow writing, so a read-only token does not get it.
      const fenced = refuseFencedOwn(call.actor);
      if (fenced !== null) return fenced;
      if (call.actor.kind === 'agent' && call.actor.access === 'read') {
        return problem('token_read_only', {
          detail: 'The address of a share link can grant more than reading, so a read-only token cannot list share links.',
        });
      }
      const links = await listShareLinks(storage.db, documentId);
      const origin = call.origin ?? context.publicUrl;
      const readers = await context.readersOf(links.filter(({ publish }) => publish).map(({ id }) => id));
      return {
        links: links.map((link) =>
          shownLink(link, { secret: linkSeals.reveal(link), origin, readers: readers.get(link.id) ?? 0 }),
        ),
      };
    },

    async revoke(call, documentId, linkId) {
      const about = (): { documentId: string; subject: string } => ({ documentId, subject: linkId });
      const result = await commit(context, call, { action: 'share-link.revoke', about }, async (tx) => {
        const at = now();
        const access = await authorize(tx, call.actor, documentId, 'owner', { now: at });
        if (isProblem(access)) return access;
        return (await revokeShareLink(tx, documentId, linkId, at)) ? null : problem('link_not_found');
      });
      if (!isProblem(result)) rooms.accessChanged(documentId);
      return result;
    },

    async open(call, { secret, name }) {
      const { actor } = call;
      if (actor?.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
      const fenced = actor === null ? null : refuseFencedOwn(actor);
      if (fenced !== null) return fenced;
      if (actor?.kind === 'agent' && actor.documents !== null) {
        return problem('access_denied', {
          required: 'owner',
          detail: 'A token that is limited to documents cannot open others.',
        });
      }
      const about = ({ opened }: OpenedLink): { documentId: string } => ({ documentId: opened.document.id });
      const result = await commit(context, call, { action: 'share-link.open', about, secret: true }, async (tx) => {
        const at = now();
        const link = await linkSeals.find(tx, secret);
        if (link === null || link.publish || !isLinkInForce(link, at)) return problem('link_not_found');
        const found = await documentById(tx, link.documentId);
        if (found === null || found.deletedAt !== null) return problem('link_not_found');
        const document = { id: found.id, name: found.name };
        if (actor !== null && actor.kind !== 'guest') {
          const level = await join(tx, actor, link, at);
          return isProblem(level) ? level : { opened: { document, level }, guestSecret: null, lifeMs: guestLifeMs };
        }
        return admitGuest(tx, link, document, name ?? 'Guest', at);
      });
      if (!isProblem(result)) rooms.accessChanged(result.opened.document.id);
      return result;
    },
  };
}

/** Returns the level that the person has now. */
async function join(tx: Db, actor: PersonActor | AgentActor, link: StoredShareLink, at: number): Promise<Level | Problem> {
  const { documentId } = link;
  const { userId } = actor;
  await lockDocument(tx, documentId);
  const previous = await membershipOf(tx, documentId, userId);
  const offered: Membership = { level: link.level, tabs: link.tabs };
  if (previous === null && (await listMembers(tx, documentId)).length >= limits.membersPerDocument) {
    return problem('too_large', { limit: limits.membersPerDocument });
  }
  const membership = previous === null ? offered : higher(previous, offered);
  if (previous === null || !jsonEqual(membership, previous)) {
    await putMember(tx, { documentId, userId, ...membership, at });
    await emitMemberChange(tx, actor, {
      documentId,
      user: { id: userId, name: actor.name, color: actor.color },
      level: membership.level,
      at,
    });
  }
  return membership.level;
}

/** The membership that allows more; if the levels are equal, both lists of tabs together. */
function higher(current: Membership, offered: Membership): Membership {
  if (levels.indexOf(current.level) > levels.indexOf(offered.level)) return current;
  if (!reaches(current.level, offered.level)) return offered;
  if (current.tabs === null) return current;
  return { level: current.level, tabs: offered.tabs === null ? null : [...new Set([...current.tabs, ...offered.tabs])] };
}

async function admitGuest(
  tx: Db,
  link: StoredShareLink,
  document: OpenedShareLink['document'],
  name: string,
  at: number,
): Promise<OpenedLink | Problem> {
  if (link.level === 'editor' && link.guests !== true) {
    return problem('unauthenticated', {
      detail: 'This link is for people who are signed in.',
      hint: 'Sign in, then open it again.',
    });
  }
  const guestSecret = newSessionSecret();
  const color = randomColor();
  const guest = {
    guestId: newGuestId(),
    documentId: document.id,
    linkId: link.id,
    name,
    color,
    createdAt: at,
    expiresAt: at + guestLifeMs,
  };
  await insertGuest(tx, { hash: hashSecret(guestSecret), ...guest });
  return { opened: { document, level: link.level, guest: { name, color } }, guestSecret, lifeMs: guestLifeMs };
}

/** What everyone may read from then on is for a person to decide. */
function refusePublishing(actor: PersonActor | AgentActor, { level }: NewShareLink): Problem | null {
  if (actor.kind !== 'person')
    return problem('session_required', {
      detail: 'Only a signed-in person can publish a board, not an API token.',
      hint: 'Publish it in the share dialog of the web application, or create the link without publish.',
    });
  if (level === 'viewer') return null;
  return problem('invalid_request', {
    hint: 'Send {"level":"viewer","publish":true}: readers of a published link can only look.',
    errors: [{ in: 'body', pointer: '/publish', message: 'is taken together with the level viewer only' }],
  });
}

/** Who may write without an account is for a person to decide. */
function refuseEditingGuests(actor: PersonActor | AgentActor, { level }: NewShareLink): Problem | null {
  if (actor.kind !== 'person')
    return problem('session_required', {
      detail: 'Only a signed-in person can let guests edit, not an API token.',
      hint: 'Create the link in the share dialog of the web application, or without guests.',
    });
  if (level === 'editor') return null;
  return problem('invalid_request', {
    hint: 'Send {"level":"editor","guests":true}. Links of other levels always admit guests.',
    errors: [{ in: 'body', pointer: '/guests', message: 'is taken together with the level editor only' }],
  });
}

type Shown = { readonly secret: string | null; readonly origin: string; readonly readers: number };

/** The secret of a link that admits people is in the fragment, which browsers do not send to servers. */
function shownLink(link: StoredShareLink, { secret, origin, readers }: Shown): ShareLink {
  const { id, level, publish, guests = false, createdAt, expiresAt } = link;
  const at = (path: string): string | null => (secret === null ? null : `${origin}${path}${secret}`);
  return {
    id,
    level,
    tabs: link.tabs === null ? null : [...link.tabs],
    url: at(publish ? '/p/' : '/share#'),
    createdAt,
    expiresAt,
    publish,
    guests,
    ...(publish && { embedUrl: at('/embed/'), readers }),
  };
}
