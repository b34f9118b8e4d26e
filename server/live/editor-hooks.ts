/**
 * Hocuspocus hooks: what happens to an editor's message between the socket and the document (SPEC.md).
 *
 * Hooks reject only with Refusal, after closing the socket: any other exception in a hook would end the process.
 */
import type {
  beforeHandleAwarenessPayload,
  beforeHandleMessagePayload,
  beforeSyncPayload,
  Connection,
  Document,
  Extension,
  onAuthenticatePayload,
} from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';
import { removeAwarenessStates } from 'y-protocols/awareness';
import { messageYjsSyncStep1, messageYjsSyncStep2 } from 'y-protocols/sync';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { isOfNewerLayout } from '#schema/ydoc/layout-version.ts';
import type { AdmissionSnapshot } from '#server/access/access-watch.ts';
import type { Access, Actor } from '#server/access/actor.ts';

import { claimAwareness, readAwareness, stampAwareness, takeOverState } from './awareness.ts';
import { ClientIds } from './client-ids.ts';
import { type CloseCode, closeCodes } from './close-codes.ts';
import { EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';
import type { FirstStates } from './first-state.ts';
import { frameTypes, readEditorFrame } from './frame.ts';
import { decodeUpdate } from './guard/decode.ts';
import { inspectUpdate } from './guard/inspect-update.ts';
import { integrable } from './guard/integrable.ts';
import { GuardRefusal } from './guard/guard-refusal.ts';
import type { GuardPass, GuardRules, GuardVerdict } from './guard/verdict.ts';
import { addsLock } from './new-locks.ts';
import { type LockedSnapshot, lockedSnapshot } from './locked-snapshot.ts';
import { flushPromptly, frameMsFor } from './prompt-flush.ts';
import { Refusal } from './refusal.ts';
import { snapshotsOf, placedImages } from '../rooms/element-snapshot.ts';
import type { JournalState } from '../rooms/journal-reader.ts';
import { Overloaded } from '../rooms/overloaded.ts';
import type { DocumentRooms } from '../rooms/rooms.ts';

/** Hocuspocus's context of a connection. `session` and `admission` are set by authentication. */
export type EditorContext = {
  readonly socket: EditorSocket;
  readonly session?: EditorSession;
  readonly admission?: AdmissionSnapshot;
};

export type EditorHooksOptions = {
  readonly rooms: DocumentRooms;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /** Authenticates a token or a ticket and authorizes its actor; the two refusals have different close codes. */
  readonly admit: (documentId: string, credential: string) => Promise<Admission | 'unauthenticated' | 'no_access'>;
  readonly onRefused: (reason: string) => void;
  /** Called when an editor has the document open, and when it has left. */
  readonly onEntered: (session: EditorSession, admission: AdmissionSnapshot) => void;
  readonly onLeft: (session: EditorSession) => void;
  readonly firstStates: FirstStates;
  /** Id of the person who uses a client id on another node. */
  readonly remoteOwnerOf: (documentId: string, client: number) => string | undefined;
  /** Called when a document is loaded and follows the journal. */
  readonly onLoaded: (document: Document) => void;
  /** Restores locked things that an update touched before its editor could know of the lock; the snapshot may be empty. */
  readonly restore: (documentId: string, snapshot: LockedSnapshot, touched: GuardPass['touches']) => void;
};

export type Admission = AdmissionSnapshot & { readonly actor: Actor; readonly access: Access };

/** How long after a lock an edit that it forbids may still be in transit. */
const lockGraceMs = 10_000;
/** How long the handshake may take after an update was left out, and how many updates may be left out. */
const handshakeMs = 4_000;
const leftOutMax = 1_000;

export class EditorHooks implements Extension<EditorContext> {
  readonly sessions = new Map<EditorSession, Connection<EditorContext>>();
  readonly #options: EditorHooksOptions;
  readonly #clientIds = new WeakMap<Document, ClientIds>();
  /** The number of open documents per socket. */
  readonly #documents = new WeakMap<EditorSocket, number>();
  readonly #lockedAt = new WeakMap<Document, number>();
  /** Journal positions of the states that are being passed to Hocuspocus, by document. */
  readonly #loadedAt = new Map<string, number>();

  constructor(options: EditorHooksOptions) {
    this.#options = options;
  }

  /** Runs before anything is loaded. */
  async onAuthenticate(payload: onAuthenticatePayload<EditorContext>): Promise<Partial<EditorContext>> {
    const { documentName, token, context, connectionConfig } = payload;
    const { socket } = context;
    const admission = await this.#options.admit(documentName, token).catch((error: unknown) => {
      this.#options.log.warn({ err: error, document: documentName }, 'an editor could not be admitted');
      return 'unavailable' as const;
    });
    if (admission === 'unavailable') throw this.#refuse(socket, closeCodes.restarting, 'unavailable');
    if (admission === 'unauthenticated') throw this.#refuse(socket, closeCodes.unauthenticated, 'unauthenticated');
    if (admission === 'no_access') throw this.#refuse(socket, closeCodes.noAccess, 'no access');
    if (this.#documentsOf(socket) >= limits.documentsPerSocket)
      throw this.#refuse(socket, closeCodes.flooding, 'too many documents');
    socket.authenticated();
    const session = new EditorSession(socket, documentName, admission.actor, admission.access);
    connectionConfig.readOnly = !session.mayWrite;
    this.#options.firstStates.admitted(session);
    return { session, admission: { version: admission.version, until: admission.until } };
  }

  /** Reads the stored state; its position is kept until `afterLoadDocument`. */
  async onLoadDocument({ document, documentName }: { document: Document; documentName: string }): Promise<void> {
    const state = await this.#load(documentName);
    if (state === null) throw new Refusal(closeCodes.noAccess, 'no such document');
    this.#loadedAt.set(documentName, state.seq);
    await this.#options.firstStates.loaded(documentName, state.updates);
    for (const update of state.updates) Y.applyUpdate(document, update);
  }

  /** If the node has no memory for the document, only the editors that wait for it are closed; they reconnect later. */
  async #load(documentName: string): Promise<JournalState | null> {
    try {
      return await this.#options.rooms.load(documentName);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      for (const { socket } of this.#options.firstStates.waitingFor(documentName))
        this.#refuse(socket, closeCodes.overloaded, 'overloaded');
      throw new Refusal(closeCodes.overloaded, 'overloaded');
    }
  }

  async afterLoadDocument({ document, documentName }: { document: Document; documentName: string }): Promise<void> {
    this.#clientIds.set(document, new ClientIds((client) => this.#options.remoteOwnerOf(documentName, client)));
    this.#options.firstStates.follow(document);
    flushPromptly(document, () => frameMsFor(document.getConnectionsCount()));
    document.on('update', (update: Uint8Array, origin: unknown) => this.#onUpdate(document, update, origin));
    document.on('afterTransaction', (transaction: Y.Transaction) => this.#noteLocks(document, transaction));
    try {
      await this.#options.rooms.attach(documentName, document, this.#loadedAt.get(documentName) ?? 0);
    } catch (error) {
      // Hocuspocus drops a document that fails here; the room must not write to it.
      document.destroy();
      throw error;
    } finally {
      this.#loadedAt.delete(documentName);
    }
    // Loading counts as a change to relay: without this the first editor would get the whole state twice.
    document.flush();
    this.#options.onLoaded(document);
  }

  /** A document with a newer layout can be read; an editor that may write must connect to a node that knows the layout. */
  connected({ connection, context }: { connection: Connection<EditorContext>; context: EditorContext }): Promise<void> {
    const { session, admission } = context;
    if (session === undefined || admission === undefined) return Promise.resolve();
    if (session.mayWrite && isOfNewerLayout(connection.document))
      this.#refuse(session.socket, closeCodes.upgradeRequired, 'upgrade_required');
    this.sessions.set(session, connection);
    this.#options.onEntered(session, admission);
    this.#options.firstStates.connected(session, connection);
    this.#documents.set(session.socket, this.#documentsOf(session.socket) + 1);
    return Promise.resolve();
  }

  onDisconnect({ context, document }: { context: EditorContext; document: Document }): Promise<void> {
    const { session } = context;
    if (session === undefined) return Promise.resolve();
    this.#clientIds.get(document)?.release(session);
    this.#options.firstStates.onLeave(session);
    this.#options.onLeft(session);
    if (this.sessions.delete(session)) this.#documents.set(session.socket, this.#documentsOf(session.socket) - 1);
    return Promise.resolve();
  }

  /** Checks awareness messages [LV29]; any other message that is not a sync message is harmless here. */
  beforeHandleMessage({ context, connection, document, update }: beforeHandleMessagePayload<EditorContext>): Promise<void> {
    return this.#guarded(context, (session) => {
      session.lastMessageAt = this.#options.now();
      const frame = readEditorFrame(update);
      if (typeof frame === 'string') throw this.#refuse(session.socket, closeCodes.refused, frame);
      if (frame.type !== frameTypes.awareness) return;
      const entries = readAwareness(decoding.readVarUint8Array(frame.decoder));
      if (entries === null) throw this.#refuse(session.socket, closeCodes.refused, 'awareness');
      const clientIds = this.#clientIds.get(document);
      const isFirst = session.awarenessClient === null;
      if (clientIds === undefined || !claimAwareness(session, clientIds, entries))
        throw this.#refuse(session.socket, closeCodes.refused, 'forged_client');
      if (isFirst) takeOverState(session, entries, document, connection);
      const leaves = entries.some(({ client, removed }) => removed && client === session.awarenessClient);
      // Hocuspocus drops null states, so an editor that closes its page is removed here.
      if (leaves && session.awarenessClient !== null) removeAwarenessStates(document.awareness, [session.awarenessClient], null);
    });
  }

  beforeHandleAwareness({ context, states }: beforeHandleAwarenessPayload<EditorContext>): Promise<void> {
    return this.#guarded(context, (session) => stampAwareness(session, states));
  }

  /**
   * Passes an update to the guard and applies it in the same turn, so that nothing comes in between. Hocuspocus, which would apply it some
   * turns later, gets an empty update to acknowledge.
   */
  beforeSync({ context, connection, document, type, payload }: beforeSyncPayload<EditorContext>): Promise<void> {
    return this.#guarded(context, (session) => {
      if (type === messageYjsSyncStep1) return this.#onStateRequest(session, payload);
      if (!session.mayWrite) return this.#inspectReader(session, payload, type === messageYjsSyncStep2);
      this.#apply(session, { connection, document, update: payload, isHandshake: type === messageYjsSyncStep2 });
      payload.set(nothing);
    });
  }

  afterHandleMessage({ context }: { context: EditorContext }): Promise<void> {
    const { session } = context;
    if (session?.synced === true) session.socket.releaseAcknowledgements(session.documentId);
    return Promise.resolve();
  }

  #apply(session: EditorSession, { connection, document, update: received, isHandshake }: DocumentMessage): void {
    const clientIds = this.#clientIds.get(document);
    if (clientIds === undefined) throw this.#refuse(session.socket, closeCodes.restarting, 'not loaded');
    // Until its handshake an editor may not know of any lock.
    const knowsLocks = session.synced && !isHandshake;
    const lockedRecently = this.#options.now() - (this.#lockedAt.get(document) ?? 0) < lockGraceMs;
    const isForeign = (client: number): boolean =>
      isHandshake ? clientIds.isForeignInHandshake(session, client) : clientIds.isForeign(session, client);
    const rules: GuardRules = {
      tabs: session.access.tabs,
      ownedClients: session.clients,
      foreignClients: (client) => client === document.clientID || isForeign(client),
      newClients: Math.max(0, limits.clientIdsPerHandshake - session.clients.size),
      tolerateLocks: !knowsLocks || lockedRecently,
      removedMax: isHandshake ? Number.POSITIVE_INFINITY : limits.massDeleteElements,
    };
    if (isOfNewerLayout(document)) throw this.#refuse(session.socket, closeCodes.upgradeRequired, 'upgrade_required');
    const { update, verdict } = inspectPart(received, document, rules, isHandshake && !session.synced);
    if (!verdict.ok) {
      if (verdict.reason === 'missing_parent' && !isHandshake && !session.synced) return this.#leaveOut(session);
      throw this.#refuse(session.socket, closeCodes.refused, verdict.reason);
    }
    if (!this.#options.rooms.hasRoomFor(update, document)) throw this.#refuse(session.socket, closeCodes.refused, 'too_large');
    if (isHandshake) for (const client of verdict.clients) session.clients.add(client);
    else clientIds.bind(session, verdict.clients);
    const snapshot = lockedSnapshot(document, verdict.lockedTouched);
    session.applying = { touched: verdict.touches, snapshots: snapshotsOf(document, verdict.touches) };
    try {
      Y.applyUpdate(document, update, { source: 'connection', connection });
    } finally {
      session.applying = null;
    }
    if (isHandshake) session.synced = true;
    this.#options.restore(session.documentId, snapshot, verdict.touches);
  }

  #documentsOf(socket: EditorSocket): number {
    return this.#documents.get(socket) ?? 0;
  }

  /**
   * Leaves out an update from before the handshake that builds on edits lost in transit: the handshake brings all of it. If that takes too
   * long, network or database are slow and the editor reconnects.
   */
  #leaveOut(session: EditorSession): void {
    session.leftOut += 1;
    if (session.leftOut > leftOutMax) throw this.#refuse(session.socket, closeCodes.refused, 'missing_parent');
    session.socket.holdAcknowledgements(session.documentId);
    if (session.leftOut > 1) return;
    const timer = setTimeout(() => {
      if (!session.synced) this.#refuse(session.socket, closeCodes.restarting, 'no handshake');
    }, handshakeMs);
    timer.unref();
  }

  /** Hocuspocus answers a reader's update with "not saved" and drops it; invalid bytes close the connection. */
  #inspectReader(session: EditorSession, update: Uint8Array, isHandshake: boolean): void {
    try {
      // Every handshake contains all deletions; that of a reader who wrote nothing contains nothing else.
      if (decodeUpdate(update).sections.length > 0 || !isHandshake) session.wroteAsReader = true;
    } catch (error) {
      if (error instanceof GuardRefusal) throw this.#refuse(session.socket, closeCodes.refused, error.reason);
      throw error;
    }
  }

  #onStateRequest(session: EditorSession, stateVector: Uint8Array): void | Promise<void> {
    if (!isStateVector(stateVector)) throw this.#refuse(session.socket, closeCodes.refused, 'undecodable');
    if (!session.mayRequestState(this.#options.now()))
      throw this.#refuse(session.socket, closeCodes.flooding, 'too many whole states');
    if (session.mayWrite && !session.synced) return this.#catchUp(session);
  }

  /**
   * Reads the journal to its end before the editor is asked for what the server lacks. Otherwise, what the server wrote on another node and
   * the editor already has would come back as the editor's own, and be refused.
   */
  async #catchUp({ socket, documentId }: EditorSession): Promise<void> {
    try {
      await this.#options.rooms.catchUp(documentId);
    } catch (error) {
      this.#options.log.warn({ err: error, document: documentId }, 'an editor could not be brought up to date');
      throw this.#refuse(socket, closeCodes.restarting, 'unavailable');
    }
  }

  /** Queues an applied update for the journal, in the same turn of the event loop. */
  #onUpdate(document: Document, update: Uint8Array, origin: unknown): void {
    const session = sessionOf(origin);
    if (session === null) return;
    const { applying } = session;
    const snapshots = applying?.snapshots() ?? [];
    this.#options.rooms.add(document.name, {
      update,
      editor: session.editor,
      tabs: applying?.touched.tabs ?? new Map(),
      settings: applying?.touched.settings ?? new Set(),
      pages: applying?.touched.pages ?? new Map(),
      removedTabs: applying?.touched.removedTabs ?? new Set(),
      items: applying?.touched.items ?? new Set(),
      snapshots,
      imageIds: placedImages(document, snapshots),
    });
  }

  #noteLocks(document: Document, transaction: Y.Transaction): void {
    if (sessionOf(transaction.origin) !== null) return;
    if (addsLock(document, transaction)) this.#lockedAt.set(document, this.#options.now());
  }

  /** Runs a check for an authenticated session; an error in it closes that socket and nothing else. */
  #guarded(context: EditorContext | undefined, check: (session: EditorSession) => void | Promise<void>): Promise<void> {
    const session = context?.session;
    if (session === undefined) return Promise.reject(new Refusal(closeCodes.unauthenticated, 'unauthenticated'));
    try {
      return check(session) ?? Promise.resolve();
    } catch (error) {
      if (error instanceof Refusal) return Promise.reject(error);
      this.#options.log.error({ err: error, document: session.documentId }, 'a message could not be checked');
      return Promise.reject(this.#refuse(session.socket, closeCodes.refused, 'unreadable'));
    }
  }

  #refuse(socket: EditorSocket, code: CloseCode, reason: string): Refusal {
    this.#options.onRefused(reason);
    // The refusal reaches the peer before the close frame.
    socket.refuseSoon(code, reason);
    return new Refusal(code, reason);
  }
}

/**
 * Inspects an update. Of a first handshake, what builds on structs that the server lacks is left out: edits of others that the editor received
 * but could not apply, never its own (guard/integrable.ts).
 */
function inspectPart(
  update: Uint8Array,
  document: Document,
  rules: GuardRules,
  mayBePart: boolean,
): { readonly update: Uint8Array; readonly verdict: GuardVerdict } {
  const verdict = inspectUpdate(update, document, rules);
  if (verdict.ok || verdict.reason !== 'missing_parent' || !mayBePart) return { update, verdict };
  const part = integrable(update, document);
  return part === null ? { update, verdict } : { update: part, verdict: inspectUpdate(part, document, rules) };
}

type DocumentMessage = {
  readonly connection: Connection<EditorContext>;
  readonly document: Document;
  readonly update: Uint8Array;
  readonly isHandshake: boolean;
};

/** The first bytes of an update with no structs and no deletions; Yjs reads no further. */
const nothing = [0, 0];

/** True for a count and that many pairs of client and clock, with nothing after them. */
function isStateVector(bytes: Uint8Array): boolean {
  try {
    const decoder = decoding.createDecoder(bytes);
    for (let left = 2 * decoding.readVarUint(decoder); left > 0; left -= 1) decoding.readVarUint(decoder);
    return !decoding.hasContent(decoder);
  } catch {
    return false;
  }
}

/** The session whose editor made a change; null for any other origin. */
export function sessionOf(origin: unknown): EditorSession | null {
  if (typeof origin !== 'object' || origin === null || !('connection' in origin)) return null;
  const { context } = origin.connection as Connection<EditorContext>;
  return context.session ?? null;
}
