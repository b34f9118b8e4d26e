/** The WebSocket side of a node (SPEC.md): upgrades at /collab, Hocuspocus behind the editor sockets, changes of access, draining. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocketServer } from 'ws';

import { limits } from '#schema/limits.ts';
import { isProblem, ProblemError } from '#schema/problem.ts';
import type { AccessWatch } from '#server/access/access-watch.ts';
import { agentOf } from '#server/access/authenticate.ts';
import type { Actor } from '#server/access/actor.ts';
import { hashSecret, isTokenSecret } from '#server/access/secrets.ts';
import { type CurrentAccess, currentAccess } from '#server/access/current-access.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';
import type { Storage } from '#storage/storage.ts';
import { agentsAmong } from '#storage/agent-presence.ts';
import { takeTicket } from '#storage/tickets.ts';

import { AgentStates } from './agent-states.ts';
import { closeCodes } from './close-codes.ts';
import { type Admission, type EditorContext, EditorHooks } from './editor-hooks.ts';
import type { EditorSession } from './editor-session.ts';
import { EditorSocket } from './editor-socket.ts';
import { FirstStates } from './first-state.ts';
import { awake, type Holder, holdersAmong, type StateOf } from './holders.ts';
import { type LockedSnapshot, restoreSnapshot } from './locked-snapshot.ts';
import { editorsAmong, type PresentEditor } from './present-editors.ts';
import { frameMsMax } from './prompt-flush.ts';
import { LockRestoration } from './lock-restoration.ts';
import { ServedDocuments } from './served-documents.ts';
import { type RemoteStates, SharedStates } from './shared-states.ts';

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
};

export class LiveServer {
  readonly #options: LiveServerOptions;
  readonly #hocuspocus: ServedDocuments<EditorContext>;
  readonly #hooks: EditorHooks;
  readonly #restoration: LockRestoration;
  readonly #agents: AgentStates;
  /** Exchanges awareness states with the other nodes. */
  readonly shared: SharedStates;
  readonly #sockets = new Set<EditorSocket>();
  readonly #firstStates = new FirstStates();
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
    this.#hooks = new EditorHooks({
      rooms,
      now,
      log,
      onRefused,
      onEntered: (session, admission) => watch.enter(session, admission, (access) => this.#onAccess(session, access)),
      onLeft: (session) => watch.leave(session),
      firstStates: this.#firstStates,
      remoteOwnerOf: (documentId, client) => remote.ownerOf(documentId, client),
      onLoaded: (document) => {
        this.#agents.opened(document);
        this.shared.opened(document);
      },
      admit: (documentId, credential) => this.#admit(documentId, credential),
      restore: (documentId, snapshot, touched) => this.#restoration.schedule(documentId, snapshot, touched),
    });
    this.#hocuspocus = new ServedDocuments<EditorContext>({
      quiet: true,
      flushDelay: frameMsMax,
      // Rooms store edits, not Hocuspocus: its timers for storing should be rare.
      debounce: 30_000,
      maxDebounce: 300_000,
      maxPendingDocuments: limits.pendingDocuments,
      maxUnauthenticatedQueueSize: limits.unauthenticatedQueueBytes,
      extensions: [this.#hooks],
    });
  }

  get connections(): number {
    return this.#sockets.size;
  }

  get documents(): number {
    return this.#hocuspocus.getDocumentsCount();
  }

  /** Handles the upgrades of an HTTP server. */
  listen(server: Server): void {
    server.on('upgrade', (request, stream, head) => this.#upgrade(request, stream, head));
  }

  /** The open sessions of editors on this node. */
  sessions(): Iterable<EditorSession> {
    return this.#hooks.sessions.keys();
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
    const sockets = [...this.#sockets];
    const waves = Math.min(10, Math.max(1, Math.ceil(sockets.length / 20)));
    const perWave = Math.ceil(sockets.length / waves);
    for (let wave = 0; wave < waves; wave += 1) {
      for (const socket of sockets.slice(wave * perWave, (wave + 1) * perWave))
        socket.refuse(closeCodes.restarting, 'restarting');
      if (wave < waves - 1) await new Promise((resolve) => setTimeout(resolve, overMs / waves));
    }
  }

  readonly #stateOf: StateOf = (session) => {
    const connection = this.#hooks.sessions.get(session);
    if (connection === undefined || session.awarenessClient === null) return undefined;
    return connection.document.awareness.getStates().get(session.awarenessClient);
  };

  #holds(session: EditorSession): boolean {
    const tab = this.#stateOf(session)?.['tab'];
    if (typeof tab !== 'string') return false;
    return holdersAmong(awake([session], this.#options.now()), this.#stateOf, session.documentId, tab).length > 0;
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => undefined);
    const path = (request.url ?? '').split('?')[0];
    const { origin } = request.headers;
    if (path !== '/collab') return refuseUpgrade(stream, 404);
    if (this.#draining) return refuseUpgrade(stream, 503);
    if (origin !== undefined && !this.#options.mayConnect(origin, request)) return refuseUpgrade(stream, 403);
    this.#webSockets.handleUpgrade(request, stream, head, (webSocket) => {
      const socket = new EditorSocket(webSocket, {
        now: this.#options.now,
        whenDurable: (documentId, release) => this.#options.rooms.whenDurable(documentId, release),
        handles: (from, data) => this.#firstStates.handles(from, data, this.#options.now()),
      });
      this.#sockets.add(socket);
      webSocket.once('close', () => {
        this.#sockets.delete(socket);
        this.#firstStates.onClose(socket);
      });
      socket.connect(this.#hocuspocus.handleConnection(socket, new Request('http://atelier/collab'), { socket }));
    });
  }

  /** `credential`: a token's secret, or a ticket, which this redeems. */
  async #admit(documentId: string, credential: string): Promise<Admission | 'unauthenticated' | 'no_access'> {
    const { storage, now } = this.#options;
    const actor = isTokenSecret(credential)
      ? await agentOf(storage.db, credential, now())
      : await this.#redeem(documentId, credential);
    if (actor === null) return 'unauthenticated';
    return this.#access(documentId, actor);
  }

  async #redeem(documentId: string, ticket: string): Promise<Actor | null> {
    if (ticket.length > 128) return null;
    const { storage, now } = this.#options;
    const redeemed = await storage.transact((tx) => takeTicket(tx, hashSecret(ticket), now()));
    return redeemed === null || redeemed.documentId !== documentId ? null : (redeemed.actor as Actor);
  }

  async #access(documentId: string, actor: Actor): Promise<Admission | 'unauthenticated' | 'no_access'> {
    const { storage, now, watch } = this.#options;
    const { version } = watch;
    const access = await currentAccess(storage.db, actor, documentId, now());
    return typeof access === 'string' ? access : { actor, version, ...access };
  }

  #onAccess(session: EditorSession, current: CurrentAccess): void {
    if (current === 'unauthenticated') return session.socket.refuse(closeCodes.unauthenticated, 'access ended');
    if (current === 'no_access') return session.socket.refuse(closeCodes.noAccess, 'access ended');
    session.access = current.access;
    const connection = this.#hooks.sessions.get(session);
    if (connection !== undefined) connection.readOnly = !session.mayWrite;
    // The server lacks what was written before; further edits would build on it, so the editor must reconnect and send all of it.
    if (session.mayWrite && session.wroteAsReader) session.socket.refuse(closeCodes.restarting, 'access raised');
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

function refuseUpgrade(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
