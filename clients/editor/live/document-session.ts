/**
 * document-session: an open document with its connection, the people in it, and the person's access.
 *
 * Nothing is written without the right to edit, before the document has been read, or after the session has ended. A document
 * that the person has lost access to is not kept, except for work that the server does not have, which they can save.
 */
import { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';

import { type Level, levels, reaches } from '#schema/access.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { readDocumentName } from '#schema/ydoc/read.ts';
import { clockOf } from '#schema/ydoc/struct-store.ts';

import { LocalCopy } from '../offline/local-copy.ts';
import type { KeptDocument, LocalStore } from '../offline/local-store.ts';
import { type UnsavedWork, unsavedWork } from '../offline/unsaved-work.ts';
import { call } from '../api/call.ts';
import { Connection, type ConnectionEnd } from './connection.ts';
import { Emitter } from '../state/emitter.ts';
import { type ProposalNotice, readNotice, type TaskNotice, type VoteNotice } from './notices.ts';
import { OpenDocument } from './open-document.ts';
import { type Notice, OwnNotices } from './own-notices.ts';
import { OwnPresence, type PresenceFields } from './own-presence.ts';
import { PeopleStore, type Participation } from './people-store.ts';
import { type RefusedCopy, reissue } from './reissued-work.ts';
import { saveStatusOf, type SaveStatus } from './save-status.ts';
import { Signal, type Readable } from '../state/signal.ts';

/** How long a change of the person's access may go unnoticed while they look at the document. */
const levelMs = 10_000;

/** The browser's copy of the document, and its owner. */
export type LocalDocument = {
  readonly store: Promise<LocalStore | null>;
  /** The person's id, or `guest`. */
  readonly user: string;
  /** The copy contains work that the server refuses: it is neither read nor written. */
  readonly ignoreCopy?: boolean;
};

export class DocumentSession extends OpenDocument {
  readonly documentId: string;
  readonly awareness: Awareness;
  readonly #level = new Signal<Level>('viewer');
  readonly #writableTabs = new Signal<readonly string[] | null>(null);
  readonly #status = new Signal<SaveStatus>({ kind: 'connecting' });
  readonly #people: PeopleStore;
  readonly #presence: OwnPresence;
  readonly #notices = new Emitter<[Notice]>();
  readonly #taskNotices = new Emitter<[TaskNotice]>();
  readonly #proposalNotices = new Emitter<[ProposalNotice]>();
  readonly #voteNotices = new Emitter<[VoteNotice]>();
  /** Changesets of calls that report them. */
  readonly own = new OwnNotices((notice) => this.#notices.emit(notice));
  readonly #local: LocalDocument;
  #copy: LocalCopy | null = null;
  #connection: Connection | null = null;
  #loaded = false;
  #savedClock = 0;
  #unsent = false;
  #saved = false;
  readonly #asking: ReturnType<typeof setInterval>;
  readonly #onFocus = (): void => {
    if (this.#connection?.synced === true && document.visibilityState === 'visible') void this.#askLevel();
  };
  #destroyed = false;
  #end: ConnectionEnd | null = null;

  constructor(documentId: string, local: LocalDocument) {
    super();
    this.documentId = documentId;
    this.#local = local;
    this.awareness = new Awareness(this.doc);
    this.#presence = new OwnPresence(this.awareness);
    this.#people = new PeopleStore(this.awareness);
    this.doc.on('update', (_update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
      if (transaction.local) this.#unsent = true;
      // The connection counts the update as unacknowledged in its own listener, which may run after this one.
      queueMicrotask(() => this.#tell());
    });
    this.#asking = setInterval(this.#onFocus, levelMs);
    window.addEventListener('focus', this.#onFocus);
    void this.#begin();
  }

  /** The person's access to the document. */
  get level(): Readable<Level> {
    return this.#level;
  }

  /** The only tabs that the person may edit; null if all. */
  get writableTabs(): Readable<readonly string[] | null> {
    return this.#writableTabs;
  }

  get status(): Readable<SaveStatus> {
    return this.#status;
  }

  /** The other editors, and agents by their owners. */
  get people(): Readable<readonly Participation[]> {
    return this.#people;
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    return this.#notices.add(listener);
  }

  onTask(listener: (notice: TaskNotice) => void): () => void {
    return this.#taskNotices.add(listener);
  }

  onProposal(listener: (notice: ProposalNotice) => void): () => void {
    return this.#proposalNotices.add(listener);
  }

  onVote(listener: (notice: VoteNotice) => void): () => void {
    return this.#voteNotices.add(listener);
  }

  /** Sets what others see of this page. */
  show(presence: Partial<PresenceFields>): void {
    this.#presence.show(presence);
  }

  /** The work of this page that the server never acknowledged; null if there is none, or it is unknown. */
  async unsavedWork(): Promise<UnsavedWork | null> {
    const acknowledged = this.#unsent ? await this.#copy?.acknowledged() : undefined;
    return acknowledged === undefined ? null : unsavedWork(this.doc, acknowledged);
  }

  /** The page's clock when the server last had acknowledged everything. */
  get savedClock(): number {
    return this.#savedClock;
  }

  /** Writes work that was refused because the last session's client id is also another page's. False if nothing was written. */
  reissue(refused: RefusedCopy): boolean {
    return this.mayWrite() && reissue(refused, this.doc);
  }

  async forgetCopy(): Promise<void> {
    await this.#copy?.drop();
  }

  override destroy(): void {
    this.#destroyed = true;
    clearInterval(this.#asking);
    window.removeEventListener('focus', this.#onFocus);
    this.#presence.destroy();
    this.#people.destroy();
    this.#copy?.end();
    this.#connection?.destroy();
    super.destroy();
  }

  protected override mayWrite(): boolean {
    return this.#end === null && this.#loaded && reaches(this.#level.get(), 'editor');
  }

  protected override flush(): void {
    this.#connection?.flush();
  }

  /** Reads the browser's copy, and keeps it up to date from now on. Never rejects. */
  async keepCopy(): Promise<void> {
    const { store, user } = this.#local;
    const opened = await store;
    if (opened === null || this.#destroyed) return;
    const copy = new LocalCopy(opened, user, this.documentId, this.doc);
    this.#copy = copy;
    const [loaded, kept] = await Promise.all([copy.load(), opened.document(user, this.documentId).catch(() => null)]);
    if (this.#destroyed) copy.end();
    else if (loaded.hasDocument && kept !== null) this.#takeCopy(loaded.hasUnsent, kept);
    if (this.#loaded) await this.#note();
  }

  /** The browser's copy is read first: its unsent work is part of the handshake, which alone may be large. */
  async #begin(): Promise<void> {
    if (this.#local.ignoreCopy !== true) await this.keepCopy();
    if (this.#destroyed) return;
    this.#connection = new Connection({
      documentId: this.documentId,
      doc: this.doc,
      awareness: this.awareness,
      savedClock: () => this.#savedClock,
      onChange: () => this.#tell(),
      onSynced: () => this.#takeSync(),
      onStateless: (payload) => this.#takeMessage(payload),
      onEnd: (end) => void this.#takeEnd(end),
    });
    void this.#askLevel();
  }

  #takeCopy(hasUnsent: boolean, { level, writableTabs = null }: KeptDocument): void {
    this.#loaded = true;
    this.#unsent = hasUnsent;
    const known = levels.find((one) => one === level);
    if (known !== undefined) this.#level.set(known);
    this.#writableTabs.set(writableTabs);
    this.#show();
  }

  #takeSync(): void {
    this.#loaded = true;
    this.#show();
    void this.#askLevel();
  }

  #show(): void {
    this.readAround();
    this.#tell();
  }

  #stop(end: ConnectionEnd): void {
    this.#connection?.end();
    void this.#takeEnd(end);
    this.#tell();
  }

  async #takeEnd(end: ConnectionEnd): Promise<void> {
    this.#end = end;
    if (end.kind === 'gone' && end.reason === 'no-access' && !this.#unsent) await this.#copy?.drop();
    else this.#copy?.end();
  }

  #takeMessage(payload: string): void {
    const notice = readNotice(payload);
    if (notice?.type === 'changeset') this.own.take(notice);
    if (notice?.type === 'task') this.#taskNotices.emit(notice);
    if (notice?.type === 'proposal') this.#proposalNotices.emit(notice);
    if (notice?.type === 'vote') this.#voteNotices.emit(notice);
  }

  /** The connection reports a refusal. */
  async #askLevel(): Promise<void> {
    try {
      const { access, writableTabs = null } = await call('GET /documents/:doc', { params: { doc: this.documentId } });
      this.#level.set(access);
      if (!jsonEqual(writableTabs, this.#writableTabs.get())) this.#writableTabs.set(writableTabs);
      // The server drops edits after the right to edit is lost, and does not report it.
      if (this.#unsent && this.#connection?.synced === true && !reaches(access, 'editor'))
        this.#stop({ kind: 'refused', reason: 'read_only' });
      else await this.#note();
    } catch {
      // The next connection asks again.
    }
  }

  /** So that the document can be found and opened offline. */
  async #note(): Promise<void> {
    const { user, store } = this.#local;
    if (this.#copy === null || this.#end !== null) return;
    const name = readDocumentName(this.doc);
    const [level, writableTabs] = [this.#level.get(), this.#writableTabs.get()];
    const note = { user, document: this.documentId, name, level, writableTabs, openedAt: Date.now() };
    await (await store)?.noteDocument(note).catch(() => undefined);
  }

  #tell(): void {
    const { synced, hasUnacknowledged, progress, lost } = this.#connection ?? noConnection;
    if (synced && !hasUnacknowledged) {
      if (this.#unsent || !this.#saved) this.#copy?.saved();
      this.#unsent = false;
      this.#savedClock = clockOf(this.doc, this.doc.clientID);
    }
    this.#saved = synced && !hasUnacknowledged;
    const unacknowledged = hasUnacknowledged && this.#unsent;
    const [end, loaded, unsent] = [this.#end, this.#loaded, this.#unsent];
    const now = saveStatusOf({ end, synced, unacknowledged, progress, loaded, lost, unsent });
    if (!sameStatus(now, this.#status.get())) this.#status.set(now);
  }
}

const noConnection = { synced: false, hasUnacknowledged: false, progress: null, lost: false };

const sameStatus = (a: SaveStatus, b: SaveStatus): boolean => JSON.stringify(a) === JSON.stringify(b);
