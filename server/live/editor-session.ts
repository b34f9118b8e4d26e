/** One editor in one document over one socket: its actor, access and client ids. */
import type { Connection } from '@hocuspocus/server';

import { type Author, reaches } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import type { AdmissionSnapshot } from '#server/access/access-watch.ts';
import { type Access, type Actor, userIdOf } from '#server/access/actor.ts';
import type { GuardPass } from '#server/live/guard/verdict.ts';
import type { ElementSnapshot } from '#server/rooms/element-snapshot.ts';
import type { EditAuthor } from '#server/rooms/pending-edits.ts';

import type { ConnectionBudget } from './connection-budget.ts';
import type { EditorSocket } from './editor-socket.ts';

/** Hocuspocus's context of a connection. `session` and `admission` are set by authentication. */
export type EditorContext = {
  readonly socket: EditorSocket;
  readonly session?: EditorSession;
  readonly admission?: AdmissionSnapshot;
};

export class EditorSession {
  readonly socket: EditorSocket;
  readonly documentId: string;
  readonly actor: Actor;
  /** Stamped on its awareness states, whatever they claim. */
  user: { readonly id: string; readonly name: string; readonly color: string };
  /** Recorded as the author of its edits. */
  editor: EditAuthor;
  access: Access;
  /** Yjs client ids that this session has used. */
  readonly clients = new Set<number>();
  /** The client id of this editor's awareness state. */
  awarenessClient: number | null = null;
  /** When its last message arrived, ms. */
  lastMessageAt = 0;
  /** True after the handshake: the server has everything that this editor wrote before. */
  synced = false;
  /** Times (ms) of its requests for state in the last minute. */
  readonly #fullSyncs: number[] = [];
  /** It wrote without permission, so it has something that the server lacks. */
  wroteAsReader = false;
  /** Number of updates that were left out before the handshake, which brings them again. */
  leftOut = 0;
  /** Set while an update is being applied: what it touches, and the touched elements as they were before. */
  applying: { readonly touched: GuardPass['touches']; readonly snapshots: () => readonly ElementSnapshot[] } | null = null;

  constructor(socket: EditorSocket, documentId: string, actor: Actor, access: Access) {
    this.socket = socket;
    this.documentId = documentId;
    this.actor = actor;
    this.access = access;
    const id = userIdOf(actor);
    this.user = { id, name: actor.name, color: actor.color };
    const isBound = actor.kind === 'agent' && actor.documents !== null;
    this.editor = {
      name: actor.name,
      color: actor.color,
      userId: actor.kind === 'guest' ? null : actor.userId,
      ...(isBound && { bound: { tokenId: actor.tokenId, documents: actor.documents ?? [] } }),
    };
  }

  /** Of an editor whose person has another name or color from now on: its next awareness state has them. */
  rename({ name, color }: Author): void {
    this.user = { ...this.user, name, color };
    this.editor = { ...this.editor, name, color };
  }

  /** Counts a request for the document's state; false if there were too many in a minute, from this session or this person. */
  mayRequestState(now: number, budget: Pick<ConnectionBudget, 'mayRequestState'>): boolean {
    while ((this.#fullSyncs[0] ?? now) < now - 60_000) this.#fullSyncs.shift();
    this.#fullSyncs.push(now);
    return this.#fullSyncs.length <= limits.fullSyncsPerMinute && budget.mayRequestState(this.actor, this.socket.address);
  }

  get mayWrite(): boolean {
    return reaches(this.access.level, 'editor') && !(this.actor.kind === 'agent' && this.actor.access === 'read');
  }
}

/** The session whose editor made a change; null for any other origin. */
export function sessionOf(origin: unknown): EditorSession | null {
  if (typeof origin !== 'object' || origin === null || !('connection' in origin)) return null;
  const { context } = origin.connection as Connection<EditorContext>;
  return context.session ?? null;
}
