/**
 * document-opening: a document on the screen: its session, a new session after the server refused edits of the last one, and the
 * refused work.
 *
 * After a refusal the page shows the server's state of the document at once, and does not send the refused work again. The work
 * is kept until the person has taken note of it, across reloads; the copy itself is deleted. Refusals within 30 seconds of each
 * other stop the document until the person starts it again. Work that was refused only because another page has the same client id
 * is written again under a new one, and kept until it is saved.
 */
import type { KeptWork, LocalStore } from '../offline/local-store.ts';
import { unsavedWork } from '../offline/unsaved-work.ts';
import { DocumentSession } from './document-session.ts';
import type { RefusedCopy } from './reissued-work.ts';
import { Signal, type Readable } from '../state/signal.ts';

export type ShownWork = KeptWork & { readonly id: number | null };

type Refusal = RefusedCopy & { readonly reason: string };

const standstillMs = 30_000;

export class DocumentOpening {
  readonly #documentId: string;
  readonly #user: string;
  readonly #store: Promise<LocalStore | null>;
  readonly #session: Signal<DocumentSession>;
  readonly #keptWork = new Signal<readonly ShownWork[]>([]);
  #refusedAt = -Infinity;
  #ended = false;

  constructor(documentId: string, user: string, store: Promise<LocalStore | null>) {
    this.#documentId = documentId;
    this.#user = user;
    this.#store = store;
    this.#session = new Signal(this.#open(null));
    void this.#readKept();
  }

  get session(): Readable<DocumentSession> {
    return this.#session;
  }

  /** Refused work of this document that the person has not taken note of yet. */
  get keptWork(): Readable<readonly ShownWork[]> {
    return this.#keptWork;
  }

  /** The person has saved it elsewhere, or does not want it. */
  async dismiss(work: ShownWork): Promise<void> {
    this.#keptWork.set(this.#keptWork.get().filter((other) => other !== work));
    if (work.id !== null) await (await this.#store)?.dropKeptWork(work.id).catch(() => undefined);
  }

  /** Opens the document again in the server's state. */
  renew(): void {
    const last = this.#session.get();
    const status = last.status.get();
    last.destroy();
    this.#session.set(
      this.#open(status.kind === 'refused' ? { doc: last.doc, savedClock: last.savedClock, reason: status.reason } : null),
    );
  }

  end(): void {
    this.#ended = true;
    this.#session.get().destroy();
  }

  #open(refused: Refusal | null): DocumentSession {
    const session = new DocumentSession(this.#documentId, { store: this.#store, user: this.#user, ignoreCopy: refused !== null });
    let isKept = refused === null;
    session.status.subscribe(() => {
      const { kind } = session.status.get();
      if (kind === 'refused') this.#takeRefusal();
      if (kind !== 'saved' || isKept || refused === null) return;
      isKept = true;
      void this.#keep(refused, session);
    });
    return session;
  }

  #takeRefusal(): void {
    const isRepeated = Date.now() - this.#refusedAt < standstillMs;
    this.#refusedAt = Date.now();
    // The session is inside its own notification: it is ended after that.
    if (!isRepeated) queueMicrotask(() => !this.#ended && this.renew());
  }

  async #keep(refused: Refusal, session: DocumentSession): Promise<void> {
    const { reason } = refused;
    const work = unsavedWork(refused.doc, session.doc);
    const store = await this.#store;
    const kept = { user: this.#user, document: this.#documentId, name: session.name.get(), at: Date.now(), reason };
    const id = work === null ? null : ((await store?.keep({ ...kept, work }).catch(() => null)) ?? null);
    await store?.drop(this.#user, this.#documentId).catch(() => undefined);
    await session.keepCopy();
    if (work === null) return;
    if (reason === 'forged_client' && session.reissue(refused)) this.#dropWhenSaved(id, session);
    else this.#keptWork.set([...this.#keptWork.get(), { ...kept, work, id }]);
  }

  #dropWhenSaved(id: number | null, session: DocumentSession): void {
    if (id === null) return;
    const unsubscribe = session.status.subscribe(() => {
      if (session.status.get().kind !== 'saved') return;
      unsubscribe();
      void this.#store.then((store) => store?.dropKeptWork(id)).catch(() => undefined);
    });
  }

  async #readKept(): Promise<void> {
    const store = await this.#store;
    const kept = (await store?.keptWork(this.#user, this.#documentId).catch(() => [])) ?? [];
    if (kept.length > 0) this.#keptWork.set([...kept, ...this.#keptWork.get()]);
  }
}
