/** The WebSocket side of a node (SPEC.md): upgrades at /collab, Hocuspocus behind the editor sockets, changes of access, draining. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Document } from '@hocuspocus/server';
import { WebSocketServer } from 'ws';

import { limits } from '#schema/limits.ts';
import { isProblem, ProblemError } from '#schema/problem.ts';
import type { AccessWatch } from '#server/access/access-watch.ts';
import type { CallerBudgets } from '#server/budgets/caller-budgets.ts';
import { inWaves } from '#server/in-waves.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';
import type { Storage } from '#storage/storage.ts';
import { agentsAmong } from '#storage/agent-presence.ts';
import { refuseUpgrade, type UpgradeHandler } from '#server/upgrades.ts';

import { Admission } from './admission.ts';
import { AgentStates } from './agent-states.ts';
import { ClientIds } from './client-ids.ts';
import { closeCodes } from './close-codes.ts';
import { ConnectionBudget, type ConnectionLimits } from './connection-budget.ts';
import { DocumentLoading } from './document-loading.ts';
import { EditorHooks } from './editor-hooks.ts';
import type { EditorContext, EditorSession } from './editor-session.ts';
import { EditorSocket } from './editor-socket.ts';
import { EditorUpdates } from './editor-updates.ts';
import { FirstStates } from './first-state.ts';
import { awake, type Holder, holdersAmong, type StateOf } from './holders.ts';
import { type LockedSnapshot, restoreSnapshot } from './locked-snapshot.ts';
import { editorsAmong, type PresentEditor } from './present-editors.ts';
import { frameMsMax } from './prompt-flush.ts';
import { LockRestoration } from './lock-restoration.ts';
import { ServedDocuments } from './served-documents.ts';
import { type RemoteStates, SharedStates } from './shared-states.ts';
import { socketCloser } from './socket-closer.ts';

export type LiveServerOptions = {
  readonly rooms: DocumentRooms;
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /** True for an Origin whose pages may open editors here. */
  readonly mayConnect: (origin: string, request: IncomingMessage) => boolean;
  readonly onRefused: (reason: string) => void;
  /** Shared by all nodes of the installation. */
  readonly key: string;
  /** Checks open editors when their access changes. */
  readonly watch: AccessWatch;
  /** The connection to the editors of other nodes. */
  readonly remote: RemoteStates;
  readonly connectionLimits: ConnectionLimits;
  readonly accounts: CallerBudgets;
};

export class LiveServer {
  readonly #options: LiveServerOptions;
  readonly #hocuspocus: ServedDocuments<EditorContext>;
  readonly #admission: Admission;
  readonly #restoration: LockRestoration;
  readonly #agents: AgentStates;
  /** Exchanges awareness states with the other nodes. */
  readonly shared: SharedStates;
  readonly #sockets = new Set<EditorSocket>();
  readonly #firstStates: FirstStates;
  readonly #budget: ConnectionBudget;
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  #draining = false;

  constructor(options: LiveServerOptions) {
    this.#options = options;
    const { rooms, storage, now, log, onRefused, key, watch, remote } = options;
    this.shared = new SharedStates(remote, (session) => this.#holds(session));
    this.#agents = new AgentStates({
      agentsAmong: (documentIds) => agentsAmong(storage.db, documentIds, now()),
      isShared: storage.dialect === 'postgres',
      key,
      now,
      log,
    });
    this.#restoration = new LockRestoration({
      write: (documentId, snapshot) => this.#restore(documentId, snapshot),
      onFailed: (documentId, error) =>
        log.warn({ err: error, document: documentId }, 'locked elements could not be restored yet'),
    });
    const close = socketCloser(onRefused);
    const clientIds = new WeakMap<Document, ClientIds>();
    const budget = new ConnectionBudget(options.connectionLimits, now);
    this.#budget = budget;
    const firstStates = new FirstStates(budget);
    this.#firstStates = firstStates;
    const admission = new Admission({ storage, now, log, watch, close, budget, accounts: options.accounts });
    this.#admission = admission;
    const updates = new EditorUpdates({
      rooms,
      now,
      log,
      clientIds,
      close,
      budget,
      restore: (documentId, snapshot, touched) => this.#restoration.schedule(documentId, snapshot, touched),
    });
    const loading = new DocumentLoading({
      rooms,
      firstStates,
      close,
      onState: (document) => {
        clientIds.set(document, new ClientIds((client) => remote.ownerOf(document.name, client)));
        updates.follow(document);
      },
      onLoaded: (document) => {
        this.#agents.opened(document);
        this.shared.opened(document);
      },
    });
    const hooks = new EditorHooks({ log, now, admission, loading, updates, clientIds, firstStates, close });
    this.#hocuspocus = new ServedDocuments<EditorContext>({
      quiet: true,
      flushDelay: frameMsMax,
      // Rooms store edits, not Hocuspocus: its timers for storing should be rare.
      debounce: 30_000,
      maxDebounce: 300_000,
      maxPendingDocuments: limits.pendingDocuments,
      maxUnauthenticatedQueueSize: limits.unauthenticatedQueueBytes,
      extensions: [hooks],
    });
  }

  get connections(): number {
    return this.#sockets.size;
  }

  get documents(): number {
    return this.#hocuspocus.getDocumentsCount();
  }

  /** Of editors and chat boards. */
  readonly upgrades: UpgradeHandler = {
    takes: (path) => path === editorPath || path === chatPath,
    upgrade: (request, stream, head) => this.#upgrade(request, stream, head),
  };

  /** The open sessions of editors on this node. */
  sessions(): Iterable<EditorSession> {
    return this.#admission.sessions.keys();
  }

  /** The elements that are held on a tab: the selections of people who may edit, in editors of this node. */
  holdersOf(documentId: string, tabId: string): Holder[] {
    return holdersAmong(awake(this.sessions(), this.#options.now()), this.#stateOf, documentId, tabId);
  }

  /** The editors of this node that have a document open. */
  editorsOf(documentId: string): PresentEditor[] {
    return editorsAmong(this.sessions(), this.#stateOf, documentId);
  }

  /** Call when agents of a document have joined, left or changed their status, here or on another node. */
  agentsChanged(documentId: string): void {
    this.#agents.onChange(documentId);
  }

  /** The journal no longer accepts a document's edits: its editors are closed, and reconnect to what is stored. */
  strand(documentId: string, reason: 'gone' | 'behind'): void {
    for (const session of this.sessions()) {
      if (session.documentId !== documentId) continue;
      if (reason === 'gone') session.socket.refuse(closeCodes.noAccess, 'the document is gone');
      else session.socket.refuse(closeCodes.tooSlow, 'the storage is behind');
    }
  }

  /** Asks all editors to reconnect, in waves, so that the other nodes do not get all of them at once. Resolves within `overMs`. */
  async drain(overMs: number): Promise<void> {
    this.#draining = true;
    this.#restoration.close();
    this.#agents.close();
    await inWaves([...this.#sockets], { leastPerWave: 20, overMs }, (socket) =>
      socket.refuse(closeCodes.restarting, 'restarting'),
    );
  }

  readonly #stateOf: StateOf = (session) => {
    const connection = this.#admission.sessions.get(session);
    if (connection === undefined || session.awarenessClient === null) return undefined;
    return connection.document.awareness.getStates().get(session.awarenessClient);
  };

  #holds(session: EditorSession): boolean {
    const tab = this.#stateOf(session)?.['tab'];
    if (typeof tab !== 'string') return false;
    return holdersAmong(awake([session], this.#options.now()), this.#stateOf, session.documentId, tab).length > 0;
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const { origin } = request.headers;
    const isForChats = (request.url ?? '').split('?')[0] === chatPath;
    if (this.#draining) return refuseUpgrade(stream, 503);
    if (origin !== undefined && !isForChats && !this.#options.mayConnect(origin, request)) return refuseUpgrade(stream, 403);
    const address = this.#budget.addressOf(request);
    const { accounts } = this.#options;
    if (!this.#budget.open(address)) {
      accounts.refused({ budget: 'sockets', holder: 'address' });
      return refuseUpgrade(stream, 429, 'Retry-After: 10\r\n');
    }
    let isOpen = false;
    // Also of a handshake that fails.
    stream.once('close', () => {
      if (!isOpen) this.#budget.closed(address, stream);
    });
    this.#webSockets.handleUpgrade(request, stream, head, (webSocket) => {
      const socket = new EditorSocket(webSocket, {
        address,
        account: accounts.account(null, address),
        onUsedUp: (account) => {
          const usedUp = account.usedUp();
          if (usedUp !== null) accounts.refused(usedUp);
        },
        isForChats,
        now: this.#options.now,
        whenDurable: (documentId, release) => this.#options.rooms.whenDurable(documentId, release),
        handles: (from, data) => this.#firstStates.handles(from, data, this.#options.now()),
      });
      isOpen = true;
      this.#sockets.add(socket);
      webSocket.once('close', () => {
        this.#budget.closed(address, socket);
        this.#sockets.delete(socket);
        this.#firstStates.onClose(socket);
      });
      socket.connect(this.#hocuspocus.handleConnection(socket, new Request('http://atelier/collab'), { socket }));
    });
  }

  async #restore(documentId: string, snapshot: LockedSnapshot): Promise<void> {
    const call = { actor: null, requestId: 'lock', key: null, replayed: false };
    const answer = await this.#options.rooms.write(call, documentId, (room) => {
      room.edit((doc) => restoreSnapshot(doc, snapshot));
      return Promise.resolve(null);
    });
    if (isProblem(answer) && answer.code !== 'document_not_found') throw new ProblemError(answer);
  }
}

const editorPath = '/collab';
/** Where chat boards connect, whose pages have an origin of the chat's host. */
const chatPath = '/collab/chat';
