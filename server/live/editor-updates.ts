/**
 * What editors write: passed to the guard and applied in the same turn, and queued for the journal (SPEC.md, LV7, LV8, LV14, LV16, LV20).
 */
import type { Connection, Document } from '@hocuspocus/server';
import * as decoding from 'lib0/decoding';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { isOfNewerLayout } from '#schema/ydoc/layout-version.ts';
import { clientCount } from '#schema/ydoc/struct-store.ts';
import { placedImages, snapshotsOf } from '#server/rooms/element-snapshot.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';

import type { ClientIdsOf } from './client-ids.ts';
import { closeCodes } from './close-codes.ts';
import type { ConnectionBudget } from './connection-budget.ts';
import { type EditorContext, type EditorSession, sessionOf } from './editor-session.ts';
import { decodeUpdate } from './guard/decode.ts';
import { GuardRefusal } from './guard/guard-refusal.ts';
import { inspectUpdate } from './guard/inspect-update.ts';
import { integrable } from './guard/integrable.ts';
import type { GuardPass, GuardRules, GuardVerdict } from './guard/verdict.ts';
import { type LockedSnapshot, lockedSnapshot } from './locked-snapshot.ts';
import { addsLock } from './new-locks.ts';
import type { CloseSocket } from './socket-closer.ts';

export type EditorUpdatesOptions = {
  readonly rooms: DocumentRooms;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  readonly clientIds: ClientIdsOf;
  readonly close: CloseSocket;
  readonly budget: Pick<ConnectionBudget, 'mayRequestState'>;
  /** Restores locked things that an update touched before its editor could know of the lock; the snapshot may be empty. */
  readonly restore: (documentId: string, snapshot: LockedSnapshot, touched: GuardPass['touches']) => void;
};

/** How long after a lock an edit that it forbids may still be in transit. */
const lockGraceMs = 10_000;
/** How long the handshake may take after an update was left out, and how many updates may be left out. */
const handshakeMs = 4_000;
const leftOutMax = 1_000;

export class EditorUpdates {
  readonly #options: EditorUpdatesOptions;
  readonly #lockedAt = new WeakMap<Document, number>();

  constructor(options: EditorUpdatesOptions) {
    this.#options = options;
  }

  /** Queues what is applied to the document from now on. */
  follow(document: Document): void {
    document.on('update', (update: Uint8Array, origin: unknown) => this.#onUpdate(document, update, origin));
    document.on('afterTransaction', (transaction: Y.Transaction) => this.#noteLocks(document, transaction));
  }

  /** Inspects an update and applies it. Throws Refusal. */
  apply(session: EditorSession, { connection, document, update: received, isHandshake }: EditorUpdate): void {
    const { rooms, now, close, restore } = this.#options;
    const clientIds = this.#options.clientIds.get(document);
    if (clientIds === undefined) throw close(session.socket, closeCodes.restarting, 'not loaded');
    // Until its handshake an editor may not know of any lock.
    const knowsLocks = session.synced && !isHandshake;
    const lockedRecently = now() - (this.#lockedAt.get(document) ?? 0) < lockGraceMs;
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
    if (isOfNewerLayout(document)) throw close(session.socket, closeCodes.upgradeRequired, 'upgrade_required');
    const { update, verdict } = inspectPart(received, document, rules, isHandshake && !session.synced);
    if (!verdict.ok) {
      if (verdict.reason === 'missing_parent' && !isHandshake && !session.synced) return this.#leaveOut(session);
      throw close(session.socket, closeCodes.refused, verdict.reason);
    }
    if (!rooms.hasRoomFor(update, document)) throw close(session.socket, closeCodes.refused, 'too_large');
    if (!rooms.hasMemoryFor(update, document)) throw close(session.socket, closeCodes.overloaded, 'overloaded');
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
    restore(session.documentId, snapshot, verdict.touches);
  }

  /**
   * Leaves out an update from before the handshake that builds on edits lost in transit: the handshake brings all of it. If that takes too
   * long, network or database are slow and the editor reconnects.
   */
  #leaveOut(session: EditorSession): void {
    const { close } = this.#options;
    session.leftOut += 1;
    if (session.leftOut > leftOutMax) throw close(session.socket, closeCodes.refused, 'missing_parent');
    session.socket.holdAcknowledgements(session.documentId);
    if (session.leftOut > 1) return;
    const timer = setTimeout(() => {
      if (!session.synced) close(session.socket, closeCodes.restarting, 'no handshake');
    }, handshakeMs);
    timer.unref();
  }

  /** Hocuspocus answers a reader's update with "not saved" and drops it; invalid bytes close the connection. */
  inspectReader(session: EditorSession, update: Uint8Array, isHandshake: boolean): void {
    const { now, budget, close } = this.#options;
    if (update.length > limits.readerUpdateBytes && !session.mayRequestState(now(), budget))
      throw close(session.socket, closeCodes.flooding, 'too many large updates of a reader');
    try {
      // Every handshake contains all deletions; that of a reader who wrote nothing contains nothing else.
      if (decodeUpdate(update).sections.length > 0 || !isHandshake) session.wroteAsReader = true;
    } catch (error) {
      if (error instanceof GuardRefusal) throw close(session.socket, closeCodes.refused, error.reason);
      throw error;
    }
  }

  onStateRequest(session: EditorSession, document: Document, stateVector: Uint8Array): void | Promise<void> {
    const { now, close, budget } = this.#options;
    const clientsMax = clientCount(document) + limits.unknownClientsPerStateVector;
    const fault = stateVectorFault(stateVector, clientsMax);
    if (fault !== null) throw close(session.socket, closeCodes.refused, fault);
    if (!session.mayRequestState(now(), budget)) throw close(session.socket, closeCodes.flooding, 'too many whole states');
    if (session.mayWrite && !session.synced) return this.#catchUp(session);
  }

  /**
   * Reads the journal to its end before the editor is asked for what the server lacks. Otherwise, what the server wrote on another node and
   * the editor already has would come back as the editor's own, and be refused.
   */
  async #catchUp({ socket, documentId }: EditorSession): Promise<void> {
    const { rooms, log, close } = this.#options;
    try {
      await rooms.catchUp(documentId);
    } catch (error) {
      log.warn({ err: error, document: documentId }, 'an editor could not be brought up to date');
      throw close(socket, closeCodes.restarting, 'unavailable');
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

type EditorUpdate = {
  readonly connection: Connection<EditorContext>;
  readonly document: Document;
  readonly update: Uint8Array;
  readonly isHandshake: boolean;
};

/**
 * A state vector is a count and that many pairs of client and clock, with nothing after them. The count is checked first: Yjs decodes and
 * sorts all pairs, so a million of them, in one message, would block the node.
 */
function stateVectorFault(bytes: Uint8Array, clientsMax: number): 'undecodable' | 'too_many_clients' | null {
  try {
    const decoder = decoding.createDecoder(bytes);
    const count = decoding.readVarUint(decoder);
    if (count > clientsMax) return 'too_many_clients';
    for (let left = 2 * count; left > 0; left -= 1) decoding.readVarUint(decoder);
    return decoding.hasContent(decoder) ? 'undecodable' : null;
  } catch {
    return 'undecodable';
  }
}
