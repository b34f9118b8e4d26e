/**
 * editor-session: one editor in one document over one socket: who it is, what it may do, which client ids are its own.
 */
import { reaches } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import { type Access, type Actor, userIdOf } from '#server/access/actor.ts';
import type { GuardPass } from '#server/live/guard/verdict.ts';
import type { ElementSnapshot } from '#server/rooms/element-snapshot.ts';
import type { EditAuthor } from '#server/rooms/pending-edits.ts';

import type { EditorSocket } from './editor-socket.ts';

export class EditorSession {
  readonly socket: EditorSocket;
  readonly documentId: string;
  readonly actor: Actor;
  /** Stamped on its awareness; what it claims to be is ignored. */
  readonly user: { readonly id: string; readonly name: string; readonly color: string };
  /** Noted as the author of its edits. */
  readonly editor: EditAuthor;
  access: Access;
  /** Yjs client ids that this session has spoken with. */
  readonly clients = new Set<number>();
  /** The one client id whose awareness state is this editor's. */
  awarenessClient: number | null = null;
  /** When its last message came, ms. */
  heardAt = 0;
  /** True once its first exchange of states is done: the server has all that this editor wrote before. */
  synced = false;
  /** Times (ms) of the states that it asked for in the last minute. */
  readonly #fullSyncs: number[] = [];
  /** It wrote while it might not: the server lacks something that it has. */
  wroteAsReader = false;
  /** Edits that were left out before the handshake, which brings them again. */
  leftOut = 0;
  /** What the guard found in the update that is being applied right now, and how that lay before it. */
  applying: { readonly touched: GuardPass['touches']; readonly images: () => readonly ElementSnapshot[] } | null = null;

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

  /** Counts a question for the document's state; false when there were too many in a minute. */
  mayAskAgain(now: number): boolean {
    while ((this.#fullSyncs[0] ?? now) < now - 60_000) this.#fullSyncs.shift();
    this.#fullSyncs.push(now);
    return this.#fullSyncs.length <= limits.fullSyncsPerMinute;
  }

  get mayWrite(): boolean {
    return reaches(this.access.level, 'editor') && !(this.actor.kind === 'agent' && this.actor.access === 'read');
  }
}
