/**
 * The one access function: what an actor may do with a document (SPEC.md, AC8 to AC12). Writes call it again inside their
 * transaction, so a write fails if access ended in the meantime.
 */
import { type Level, reaches } from '#schema/access.ts';
import type { AgentSetting } from '#schema/proposal.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { documentById, type StoredDocument } from '#storage/documents.ts';
import { documentAccess } from '#storage/members.ts';
import { shareLinkById, type StoredShareLink } from '#storage/share-links.ts';
import type { Db } from '#storage/storage.ts';

import type { Access, Actor, GuestActor } from './actor.ts';
import { looksOnAsAgent, refuseAgent } from './agent-setting.ts';
import { refuseFenced, tabsWithin, writeFenceOf } from './fence.ts';
import { refuseGuest } from './guest-rights.ts';

export type AuthorizeOptions = {
  /** Requires a token that may write. Default: true if the required level is above viewer. */
  readonly write?: boolean;
  /** The tab that is written to. */
  readonly tab?: string;
  /** The write concerns the document as a whole: its name, its list of tabs, its card types. */
  readonly wholeDocument?: boolean;
  /** What the write does, as the audit log names it: a fence refuses writes that do not say it. */
  readonly action?: string;
  /** The tab that the write is about, although members who are limited to other tabs may do it. */
  readonly fencedTab?: string;
  /** The write stores a proposal: agents that may only propose make it. */
  readonly proposes?: boolean;
  /** The access of a connection, which writes whatever an editor does: what an agent may not write, it may only read there. */
  readonly connects?: true;
  /** The call is authorized again within the write: what only the write knows is left to it. */
  readonly isPreliminary?: true;
  /** Find the document in the trash, too [AC12]. */
  readonly trashed?: boolean;
  /** Milliseconds since the Unix epoch; default: the clock. */
  readonly now?: number;
};

/** Errors: document_not_found, token_read_only, token_fenced, access_denied with `required`, proposals_only, agents_read_only. */
export async function authorize(
  db: Db,
  actor: Actor,
  documentId: string,
  required: Level,
  options: AuthorizeOptions = {},
): Promise<Access | Problem> {
  const found = await accessOf(db, actor, documentId, options);
  if (found === null) return problem('document_not_found');
  const { agents } = found;
  const access = options.connects === true && looksOnAsAgent(actor, agents) ? onlooker : found.access;
  const write = options.write ?? required !== 'viewer';
  if (write && actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
  if (write && options.isPreliminary !== true) {
    const tab = options.tab ?? options.fencedTab;
    const { action } = options;
    const fenced = refuseFenced(actor, { required, ...(action !== undefined && { action }), ...(tab !== undefined && { tab }) });
    if (fenced !== null) return fenced;
  }
  if (!reaches(access.level, required)) return problem('access_denied', { required });
  if (write && options.isPreliminary !== true) {
    const refused = refuseGuest(actor, options) ?? refuseAgent(actor, agents, options);
    if (refused !== null) return refused;
  }
  const within =
    access.tabs === null || (options.wholeDocument !== true && (options.tab === undefined || access.tabs.includes(options.tab)));
  return within ? access : otherTab(required);
}

/** The refusal of a write to a tab that turns out only after the document was authorized; null if the access includes the tab. */
export const refuseOtherTab = ({ tabs }: Access, tabId: string, required: Level): Problem | null =>
  tabs === null || tabs.includes(tabId) ? null : otherTab(required);

const otherTab = (required: Level): Problem =>
  problem('access_denied', { required, detail: 'You may write on some tabs of this document only.' });

const onlooker: Access = { level: 'viewer', tabs: null };

type DocumentAccess = {
  readonly access: Access;
  /** What agents may do with the document. */
  readonly agents: AgentSetting;
};

async function accessOf(
  db: Db,
  actor: Actor,
  documentId: string,
  { trashed, now = Date.now() }: AuthorizeOptions,
): Promise<DocumentAccess | null> {
  if (actor.kind === 'guest') {
    const access = await guestAccess(db, actor, documentId, now);
    return access === null ? null : { access, agents: 'write' };
  }
  if (actor.kind === 'agent' && actor.documents !== null && !actor.documents.includes(documentId)) return null;
  const row = await documentAccess(db, documentId, actor.userId);
  if (row === null || row.membership === null) return null;
  const { agents } = row;
  const { level, tabs } = row.membership;
  if (row.deletedAt !== null && (trashed !== true || level !== 'owner')) return null;
  // A chat board has an editor's connection, which knows neither fences nor read-only tokens.
  const looksOn = actor.kind === 'agent' && actor.isInChat === true && (actor.access === 'read' || writeFenceOf(actor) !== null);
  if (looksOn) return { access: onlooker, agents };
  // Owners are never limited to tabs, even if an older row says so.
  return { access: { level, tabs: tabsWithin(actor, level === 'owner' ? null : tabs) }, agents };
}

/** [AC10] */
async function guestAccess(db: Db, guest: GuestActor, documentId: string, now: number): Promise<Access | null> {
  if (guest.documentId !== documentId) return null;
  const inForce = await linkInForce(db, documentId, guest.linkId, now);
  if (inForce === null || inForce.link.publish) return null;
  const { link } = inForce;
  return { level: link.level === 'editor' && link.guests !== true ? 'participant' : link.level, tabs: link.tabs };
}

/** Null if the link was revoked, has expired, or its document is in the trash. */
export async function linkInForce(
  db: Db,
  documentId: string,
  linkId: string,
  now: number,
): Promise<{ readonly link: StoredShareLink; readonly document: StoredDocument } | null> {
  const document = await documentById(db, documentId);
  if (document === null || document.deletedAt !== null) return null;
  const link = await shareLinkById(db, documentId, linkId);
  return link === null || !isLinkInForce(link, now) ? null : { link, document };
}

/** Neither revoked nor expired. */
export const isLinkInForce = ({ revokedAt, expiresAt }: StoredShareLink, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);
