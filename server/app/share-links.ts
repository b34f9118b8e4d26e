/**
 * share-links: links that let whoever holds them into a document.
 *
 * H1  A signed-in person who opens a link becomes a member at its level; what they had already is never lowered.
 * H2  Anybody else comes in as a guest with a name of their own, by viewer and participant links only.
 * H3  A link that is revoked or expired, or whose document is in the trash, is the same refusal as one that never was.
 * H4  Revoking a link ends the access of its guests; members who came by it stay members.
 */
import { type Level, levels, reaches, type ShareLink } from '#schema/access.ts';
import type { NewShareLink, OpenedShareLink, OpenShareLink } from '#schema/calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import { hashSecret, newGuestId, newLinkSecret, newSessionSecret, randomColor } from '#server/access/secrets.ts';
import type { Call } from '#server/call.ts';
import { documentById } from '#storage/documents.ts';
import { lockDocument } from '#storage/journal.ts';
import { listMembers, type Membership, membershipOf, putMember } from '#storage/members.ts';
import { insertGuest } from '#storage/sessions.ts';
import {
  insertShareLink,
  listShareLinks,
  revokeShareLink,
  shareLinkBySecret,
  type StoredShareLink,
} from '#storage/share-links.ts';
import type { Db } from '#storage/storage.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { tellMembers } from './member-events.ts';
import { missingTabs } from './missing-tabs.ts';
import { inThePast } from './tokens.ts';

/** `guestSecret` is for the cookie of a guest; nobody is shown it. */
export type OpenedLink = { readonly opened: OpenedShareLink; readonly guestSecret: string | null; readonly lifeMs: number };

export type ShareLinks = {
  /** Errors: tab_not_found, too_large, invalid_request. */
  create(call: Call, documentId: string, body: NewShareLink): Promise<{ readonly link: ShareLink } | Problem>;
  list(call: Call, documentId: string): Promise<{ readonly links: readonly ShareLink[] } | Problem>;
  /** Errors: link_not_found. */
  revoke(call: Call, documentId: string, linkId: string): Promise<null | Problem>;
  /** Errors: link_not_found, unauthenticated (an editor link), token_read_only, access_denied (a token bound to documents). */
  open(call: Call<Actor | null>, body: OpenShareLink): Promise<OpenedLink | Problem>;
};

const guestLifeMs = limits.sessionDays * 24 * 60 * 60 * 1000;

export function createShareLinks(context: AppContext): ShareLinks {
  const { storage, rooms, now } = context;
  return {
    async create(call, documentId, body) {
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
        const expiresAt = body.expiresAt ?? null;
        if (expiresAt !== null && expiresAt <= at) return inThePast('/expiresAt');
        if ((await listShareLinks(tx, documentId)).length >= limits.shareLinksPerDocument) {
          return problem('too_large', { limit: limits.shareLinksPerDocument });
        }
        const link: StoredShareLink = {
          id: newId('link', at),
          documentId,
          secret: newLinkSecret(),
          level: body.level,
          tabs: body.tabs ?? null,
          createdBy: actor.userId,
          createdAt: at,
          expiresAt,
          revokedAt: null,
        };
        await insertShareLink(tx, link);
        return { link: shownLink(link, call.origin ?? context.publicUrl) };
      });
    },

    async list(call, documentId) {
      const access = await authorize(storage.db, call.actor, documentId, 'owner', { write: false, now: now() });
      if (isProblem(access)) return access;
      // The address lets whoever holds it write: a token that may only read does not get it.
      if (call.actor.kind === 'agent' && call.actor.access === 'read') return problem('token_read_only');
      const links = await listShareLinks(storage.db, documentId);
      return { links: links.map((link) => shownLink(link, call.origin ?? context.publicUrl)) };
    },

    async revoke(call, documentId, linkId) {
      const about = (): { documentId: string; subject: string } => ({ documentId, subject: linkId });
      const done = await commit(context, call, { action: 'share-link.revoke', about }, async (tx) => {
        const at = now();
        const access = await authorize(tx, call.actor, documentId, 'owner', { now: at });
        if (isProblem(access)) return access;
        return (await revokeShareLink(tx, documentId, linkId, at)) ? null : problem('link_not_found');
      });
      if (!isProblem(done)) rooms.accessChanged(documentId);
      return done;
    },

    async open(call, { secret, name }) {
      const { actor } = call;
      if (actor?.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
      if (actor?.kind === 'agent' && actor.documents !== null) {
        return problem('access_denied', { required: 'owner', detail: 'A token that is bound to documents opens no others.' });
      }
      const about = ({ opened }: OpenedLink): { documentId: string } => ({ documentId: opened.document.id });
      const done = await commit(context, call, { action: 'share-link.open', about, secret: true }, async (tx) => {
        const at = now();
        const link = await shareLinkBySecret(tx, secret);
        if (link === null || link.revokedAt !== null || (link.expiresAt !== null && link.expiresAt <= at))
          return problem('link_not_found');
        const found = await documentById(tx, link.documentId);
        if (found === null || found.deletedAt !== null) return problem('link_not_found');
        const document = { id: found.id, name: found.name };
        if (actor !== null && actor.kind !== 'guest') {
          const level = await join(tx, actor, link, at);
          return isProblem(level) ? level : { opened: { document, level }, guestSecret: null, lifeMs: guestLifeMs };
        }
        return letIn(tx, link, document, name ?? 'Guest', at);
      });
      if (!isProblem(done)) rooms.accessChanged(done.opened.document.id);
      return done;
    },
  };
}

/** [H1] The level that the person has now. */
async function join(tx: Db, actor: PersonActor | AgentActor, link: StoredShareLink, at: number): Promise<Level | Problem> {
  const { documentId } = link;
  const { userId } = actor;
  await lockDocument(tx, documentId);
  const had = await membershipOf(tx, documentId, userId);
  const given: Membership = { level: link.level, tabs: link.tabs };
  if (had === null && (await listMembers(tx, documentId)).length >= limits.membersPerDocument) {
    return problem('too_large', { limit: limits.membersPerDocument });
  }
  const has = had === null ? given : higher(had, given);
  if (had === null || !jsonEqual(has, had)) {
    await putMember(tx, { documentId, userId, ...has, at });
    await tellMembers(tx, actor, {
      documentId,
      user: { id: userId, name: actor.name, color: actor.color },
      level: has.level,
      at,
    });
  }
  return has.level;
}

/** Of two memberships the one that allows more; of one level, both lists of tabs together. */
function higher(had: Membership, given: Membership): Membership {
  if (levels.indexOf(had.level) > levels.indexOf(given.level)) return had;
  if (!reaches(had.level, given.level)) return given;
  if (had.tabs === null) return had;
  return { level: had.level, tabs: given.tabs === null ? null : [...new Set([...had.tabs, ...given.tabs])] };
}

/** [H2] */
async function letIn(
  tx: Db,
  link: StoredShareLink,
  document: OpenedShareLink['document'],
  name: string,
  at: number,
): Promise<OpenedLink | Problem> {
  if (link.level === 'editor') {
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

/** The secret stands in the fragment, which no browser sends to any server. */
function shownLink({ id, level, tabs, secret, createdAt, expiresAt }: StoredShareLink, origin: string): ShareLink {
  return { id, level, tabs: tabs === null ? null : [...tabs], url: `${origin}/share#${secret}`, createdAt, expiresAt };
}
