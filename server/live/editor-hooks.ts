/**
 * editor-hooks: what happens to an editor's message between the socket and the document.
 *
 * H1  Who connects is known from a token or a ticket before anything is loaded; names that are no ids never reach a load.
 * H2  Every update is judged by the guard and applied in one go, so that nothing comes between; what the guard refuses
 *     nobody else ever sees. Hocuspocus, which would apply it some turns later, is left an empty update to acknowledge.
 * H3  An applied update is noted for the journal in the same turn of the event loop.
 * H4  No hook rejects but by Refusal, after its socket was closed: an exception in a hook would end the process.
 * H5  An editor that comes back may send what it wrote offline before its handshake, building on edits that were lost on
 *     the way: such an update is left out, since the handshake brings all of it. One that does not come in time ends
 *     the connection as a restart would: network or database may be slow, and the next one brings it.
 * H6  Of a first handshake, what builds on something that nobody here has is left out: edits of others that the editor got
 *     and could not use. What it wrote itself is never among it (guard/integrable.ts).
 * H7  An editor that comes back is asked for what it has by a node that knows the journal to its end: what the server wrote
 *     on another node, and the editor knows, would else come back as the editor's, and be refused.
 * H8  Who opens a document that the node has no memory for is told to come again later; nobody else hears of it.
 * H9  A document of a newer layout is shown to those who only read; who may write is sent to a node that knows how.
 * H10 An editor may answer SyncStep1 with several SyncStep2 messages. Each gets the allowances for offline work, and each is
 *     acknowledged once it is durable; those that are durable stay when a later one is refused or lost.
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
import { bringsLock } from './lock-news.ts';
import { type LockedSnapshot, lockedSnapshot } from './locked-snapshot.ts';
import { flushPromptly } from './prompt-flush.ts';
import { Refusal } from './refusal.ts';
import { snapshotsOf, placedImages } from '../rooms/element-snapshot.ts';
import type { JournalState } from '../rooms/journal-reader.ts';
import { Overloaded } from '../rooms/overloaded.ts';
import type { DocumentRooms } from '../rooms/rooms.ts';

/** What Hocuspocus carries with each connection. `session` and how it was judged are there once it is authenticated. */
export type EditorContext = {
  readonly socket: EditorSocket;
  readonly session?: EditorSession;
  readonly admission?: AdmissionSnapshot;
};

export type EditorHooksOptions = {
  readonly rooms: DocumentRooms;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /** The actor of a token or a ticket, with its access to the document; what it says no to is told apart for the close code. */
  readonly admit: (documentId: string, credential: string) => Promise<Admission | 'unauthenticated' | 'no_access'>;
  readonly onRefused: (reason: string) => void;
  /** The editor has the document open; and it has left. */
  readonly onEntered: (session: EditorSession, judged: AdmissionSnapshot) => void;
  readonly onLeft: (session: EditorSession) => void;
  readonly firstStates: FirstStates;
  /** Id of the person who shows itself under a client id on another node. */
  readonly ownerElsewhere: (documentId: string, client: number) => string | undefined;
  /** A document is loaded, and follows the journal. */
  readonly onLoaded: (document: Document) => void;
  /** Puts locked things back that an honest update touched; the image may be empty. */
  readonly putBack: (documentId: string, image: LockedSnapshot, touched: GuardPass['touches']) => void;
};

export type Admission = AdmissionSnapshot & { readonly actor: Actor; readonly access: Access };

/** Changes within a frame of the screen go out together: the cost of fan-out is messages, not bytes. */
export const frameMs = 16;

/** How long after a lock an edit that it forbids may still be on its way. */
const lockGraceMs = 10_000;
/** [H5] How long the handshake may take after an update was left out for it, and how many may be. */
const handshakeMs = 4_000;
const leftOutMax = 1_000;

export class EditorHooks implements Extension<EditorContext> {
  readonly sessions = new Map<EditorSession, Connection<EditorContext>>();
  readonly #options: EditorHooksOptions;
  readonly #clientIds = new WeakMap<Document, ClientIds>();
  /** How many documents are open over a socket. */
  readonly #documents = new WeakMap<EditorSocket, number>();
  readonly #lockedAt = new WeakMap<Document, number>();
  /** Positions of the states that are being handed to Hocuspocus, by document. */
  readonly #loadedAt = new Map<string, number>();

  constructor(options: EditorHooksOptions) {
    this.#options = options;
  }

  /** [H1] */
  async onAuthenticate(payload: onAuthenticatePayload<EditorContext>): Promise<Partial<EditorContext>> {
    const { documentName, token, context, connectionConfig } = payload;
    const { socket } = context;
    const admission = await this.#options.admit(documentName, token).catch((error: unknown) => {
      this.#options.log.warn({ err: error, document: documentName }, 'an editor could not be let in');
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

  /** The state for Hocuspocus' own copy; its position is remembered until `afterLoadDocument`. */
  async fetch(documentName: string): Promise<Uint8Array> {
    const state = await this.#load(documentName);
    if (state === null) throw new Refusal(closeCodes.noAccess, 'no such document');
    this.#loadedAt.set(documentName, state.seq);
    await this.#options.firstStates.loaded(documentName, state.update);
    return state.update;
  }

  /** [H8] */
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
    this.#clientIds.set(document, new ClientIds((client) => this.#options.ownerElsewhere(documentName, client)));
    this.#options.firstStates.follow(document);
    flushPromptly(document, frameMs);
    document.on('update', (update: Uint8Array, origin: unknown) => this.#onUpdate(document, update, origin));
    document.on('afterTransaction', (transaction: Y.Transaction) => this.#noteLocks(document, transaction));
    try {
      await this.#options.rooms.attach(documentName, document, this.#loadedAt.get(documentName) ?? 0);
    } catch (error) {
      // Hocuspocus forgets a document that failed here; the room must not write to it.
      document.destroy();
      throw error;
    } finally {
      this.#loadedAt.delete(documentName);
    }
    // Loading counts as a change that is to be relayed: the first editor would get the whole state twice.
    document.flush();
    this.#options.onLoaded(document);
  }

  /** [H9] */
  connected({ connection, context }: { connection: Connection<EditorContext>; context: EditorContext }): Promise<void> {
    const { session, admission: judged } = context;
    if (session === undefined || judged === undefined) return Promise.resolve();
    if (session.mayWrite && isOfNewerLayout(connection.document))
      this.#refuse(session.socket, closeCodes.upgradeRequired, 'upgrade_required');
    this.sessions.set(session, connection);
    this.#options.onEntered(session, judged);
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

  /** [A1] of awareness.ts; everything else that is not a sync message is harmless here. */
  beforeHandleMessage({ context, connection, document, update }: beforeHandleMessagePayload<EditorContext>): Promise<void> {
    return this.#guarded(context, (session) => {
      session.heardAt = this.#options.now();
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
      const leaves = entries.some(({ client, gone }) => gone && client === session.awarenessClient);
      // Hocuspocus drops states that are null: an editor that leaves the page is removed here.
      if (leaves && session.awarenessClient !== null) removeAwarenessStates(document.awareness, [session.awarenessClient], null);
    });
  }

  beforeHandleAwareness({ context, states }: beforeHandleAwarenessPayload<EditorContext>): Promise<void> {
    return this.#guarded(context, (session) => stampAwareness(session, states));
  }

  /** [H2] */
  beforeSync({ context, connection, document, type, payload }: beforeSyncPayload<EditorContext>): Promise<void> {
    return this.#guarded(context, (session) => {
      if (type === messageYjsSyncStep1) return this.#onStateRequest(session, payload);
      if (!session.mayWrite) return this.#judgeReader(session, payload, type === messageYjsSyncStep2);
      this.#take(session, { connection, document, update: payload, isHandshake: type === messageYjsSyncStep2 });
      payload.set(nothing);
    });
  }

  afterHandleMessage({ context }: { context: EditorContext }): Promise<void> {
    const { session } = context;
    if (session?.synced === true) session.socket.releaseAcknowledgements(session.documentId);
    return Promise.resolve();
  }

  #take(session: EditorSession, { connection, document, update: brought, isHandshake }: DocumentMessage): void {
    const clientIds = this.#clientIds.get(document);
    if (clientIds === undefined) throw this.#refuse(session.socket, closeCodes.restarting, 'not loaded');
    // Until its handshake an editor may not have been told of any lock.
    const maySeeLocks = session.synced && !isHandshake;
    const lockedRecently = this.#options.now() - (this.#lockedAt.get(document) ?? 0) < lockGraceMs;
    const isForeign = (client: number): boolean =>
      isHandshake ? clientIds.isForeignInHandshake(session, client) : clientIds.isForeign(session, client);
    const rules: GuardRules = {
      tabs: session.access.tabs,
      ownedClients: session.clients,
      foreignClients: (client) => client === document.clientID || isForeign(client),
      newClients: Math.max(0, limits.clientIdsPerHandshake - session.clients.size),
      tolerateLocks: !maySeeLocks || lockedRecently,
      removedMax: isHandshake ? Number.POSITIVE_INFINITY : limits.massDeleteElements,
    };
    if (isOfNewerLayout(document)) throw this.#refuse(session.socket, closeCodes.upgradeRequired, 'upgrade_required');
    const { update, verdict } = inspectPart(brought, document, rules, isHandshake && !session.synced);
    if (!verdict.ok) {
      if (verdict.reason === 'missing_parent' && !isHandshake && !session.synced) return this.#leaveOut(session);
      throw this.#refuse(session.socket, closeCodes.refused, verdict.reason);
    }
    if (!this.#options.rooms.hasRoomFor(update, document)) throw this.#refuse(session.socket, closeCodes.refused, 'too_large');
    if (isHandshake) for (const client of verdict.clients) session.clients.add(client);
    else clientIds.bind(session, verdict.clients);
    const image = lockedSnapshot(document, verdict.lockedTouched);
    session.applying = { touched: verdict.touches, images: snapshotsOf(document, verdict.touches) };
    try {
      Y.applyUpdate(document, update, { source: 'connection', connection });
    } finally {
      session.applying = null;
    }
    if (isHandshake) session.synced = true;
    this.#options.putBack(session.documentId, image, verdict.touches);
  }

  #documentsOf(socket: EditorSocket): number {
    return this.#documents.get(socket) ?? 0;
  }

  /** [H5] */
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

  /** Hocuspocus answers a reader's update by "not saved" and drops it; bytes that no editor writes end the connection. */
  #judgeReader(session: EditorSession, update: Uint8Array, isHandshake: boolean): void {
    try {
      // Every handshake tells of all deletions; one of a reader who wrote nothing tells of nothing else.
      if (decodeUpdate(update).sections.length > 0 || !isHandshake) session.wroteAsReader = true;
    } catch (error) {
      if (error instanceof GuardRefusal) throw this.#refuse(session.socket, closeCodes.refused, error.reason);
      throw error;
    }
  }

  #onStateRequest(session: EditorSession, stateVector: Uint8Array): void | Promise<void> {
    if (!isStateVector(stateVector)) throw this.#refuse(session.socket, closeCodes.refused, 'undecodable');
    if (!session.mayAskAgain(this.#options.now()))
      throw this.#refuse(session.socket, closeCodes.flooding, 'too many whole states');
    if (session.mayWrite && !session.synced) return this.#catchUp(session);
  }

  /** [H7] */
  async #catchUp({ socket, documentId }: EditorSession): Promise<void> {
    try {
      await this.#options.rooms.catchUp(documentId);
    } catch (error) {
      this.#options.log.warn({ err: error, document: documentId }, 'an editor could not be told how the document is');
      throw this.#refuse(socket, closeCodes.restarting, 'unavailable');
    }
  }

  /** [H3] */
  #onUpdate(document: Document, update: Uint8Array, origin: unknown): void {
    const session = sessionOf(origin);
    if (session === null) return;
    const { applying } = session;
    const images = applying?.images() ?? [];
    this.#options.rooms.add(document.name, {
      update,
      editor: session.editor,
      tabs: applying?.touched.tabs ?? new Map(),
      settings: applying?.touched.settings ?? new Set(),
      pages: applying?.touched.pages ?? new Map(),
      removedTabs: applying?.touched.removedTabs ?? new Set(),
      items: applying?.touched.items ?? new Set(),
      images,
      imageIds: placedImages(document, images),
    });
  }

  #noteLocks(document: Document, transaction: Y.Transaction): void {
    if (sessionOf(transaction.origin) !== null) return;
    if (bringsLock(document, transaction)) this.#lockedAt.set(document, this.#options.now());
  }

  /** [H4] Runs a check for an authenticated session; what goes wrong in it closes that socket and nothing else. */
  #guarded(context: EditorContext | undefined, check: (session: EditorSession) => void | Promise<void>): Promise<void> {
    const session = context?.session;
    if (session === undefined) return Promise.reject(new Refusal(closeCodes.unauthenticated, 'unauthenticated'));
    try {
      return check(session) ?? Promise.resolve();
    } catch (error) {
      if (error instanceof Refusal) return Promise.reject(error);
      this.#options.log.error({ err: error, document: session.documentId }, 'judging a message failed');
      return Promise.reject(this.#refuse(session.socket, closeCodes.refused, 'unreadable'));
    }
  }

  #refuse(socket: EditorSocket, code: CloseCode, reason: string): Refusal {
    this.#options.onRefused(reason);
    // The refusal reaches the peer before the close does.
    socket.refuseSoon(code, reason);
    return new Refusal(code, reason);
  }
}

/** [H6] */
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

/** True for a count of clients, each with its clock, and nothing else. */
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
