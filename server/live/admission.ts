/** Admits editors to documents and counts them until they leave (SPEC.md, LV3 to LV8). */
import type { Connection, onAuthenticatePayload } from '@hocuspocus/server';

import { limits } from '#schema/limits.ts';
import { isOfNewerLayout } from '#schema/ydoc/layout-version.ts';
import type { AccessWatch, AdmissionSnapshot } from '#server/access/access-watch.ts';
import type { Access, Actor } from '#server/access/actor.ts';
import { agentOf } from '#server/access/authenticate.ts';
import { type CurrentAccess, currentAccess } from '#server/access/current-access.ts';
import { hashSecret, isChatSecret, isTokenSecret } from '#server/access/secrets.ts';
import { writeFenceOf } from '#server/access/fence.ts';
import type { Storage } from '#storage/storage.ts';
import { takeTicket } from '#storage/tickets.ts';
import type { CallerBudgets } from '#server/budgets/caller-budgets.ts';

import { closeCodes } from './close-codes.ts';
import type { ConnectionBudget } from './connection-budget.ts';
import { type EditorContext, EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';
import type { CloseSocket } from './socket-closer.ts';

export type AdmissionOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  /** Checks open editors when their access changes. */
  readonly watch: AccessWatch;
  readonly close: CloseSocket;
  readonly budget: ConnectionBudget;
  readonly accounts: CallerBudgets;
};

type Admitted = AdmissionSnapshot & { readonly actor: Actor; readonly access: Access };

export class Admission {
  readonly #options: AdmissionOptions;
  readonly #sessions = new Map<EditorSession, Connection<EditorContext>>();
  /** The number of open documents per socket. */
  readonly #documents = new WeakMap<EditorSocket, number>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** The editors that have a document open. */
  get sessions(): ReadonlyMap<EditorSession, Connection<EditorContext>> {
    return this.#sessions;
  }

  /** Admits an editor by its token or ticket, before anything is loaded. Throws Refusal. */
  async admit({ documentName, token, context, connectionConfig }: onAuthenticatePayload<EditorContext>): Promise<EditorContext> {
    const { socket } = context;
    const { budget, accounts, close, log } = this.#options;
    const admitted = await this.#admitted(documentName, token, socket).catch((error: unknown) => {
      log.warn({ err: error, document: documentName }, 'an editor could not be admitted');
      return 'unavailable' as const;
    });
    if (admitted === 'unavailable') throw close(socket, closeCodes.restarting, 'unavailable');
    if (admitted === 'unauthenticated') throw close(socket, closeCodes.unauthenticated, 'unauthenticated');
    if (admitted === 'no_access') throw close(socket, closeCodes.noAccess, 'no access');
    if (this.#documentsOf(socket) >= limits.documentsPerSocket) throw close(socket, closeCodes.flooding, 'too many documents');
    const tooMany = budget.enter(admitted.actor, socket, socket.address, documentName);
    if (tooMany !== null) {
      accounts.refused(tooMany);
      throw close(socket, closeCodes.flooding, tooMany.budget === 'sockets' ? 'too many connections' : 'too many documents');
    }
    socket.authenticated(accounts.account(admitted.actor, socket.address));
    const session = new EditorSession(socket, documentName, admitted.actor, admitted.access);
    connectionConfig.readOnly = !session.mayWrite;
    return { socket, session, admission: { version: admitted.version, until: admitted.until } };
  }

  /** A document with a newer layout can be read; an editor that may write must connect to a node that knows the layout. */
  entered(session: EditorSession, admission: AdmissionSnapshot, connection: Connection<EditorContext>): void {
    const { close, watch } = this.#options;
    if (session.mayWrite && isOfNewerLayout(connection.document))
      close(session.socket, closeCodes.upgradeRequired, 'upgrade_required');
    this.#sessions.set(session, connection);
    watch.enter(session, admission, (access) => this.#onAccess(session, access));
    this.#documents.set(session.socket, this.#documentsOf(session.socket) + 1);
  }

  left(session: EditorSession): void {
    const { watch, budget } = this.#options;
    watch.leave(session);
    budget.left(session.socket, session.documentId);
    if (this.#sessions.delete(session)) this.#documents.set(session.socket, this.#documentsOf(session.socket) - 1);
  }

  #documentsOf(socket: EditorSocket): number {
    return this.#documents.get(socket) ?? 0;
  }

  /** `credential`: a token's secret, or a ticket, which this redeems. */
  async #admitted(
    documentId: string,
    credential: string,
    { isForChats }: EditorSocket,
  ): Promise<Admitted | 'unauthenticated' | 'no_access'> {
    const { storage, now, watch } = this.#options;
    const actor = isTokenSecret(credential)
      ? await agentOf(storage.db, credential, now())
      : await this.#redeem(documentId, credential);
    if (actor === null) return 'unauthenticated';
    const isInChat = actor.kind === 'agent' && actor.isInChat === true;
    if (isForChats && !isInChat) return 'unauthenticated';
    // An editor writes whatever it likes within a document: the guard knows no fences. A person at a board may look on.
    if (writeFenceOf(actor) !== null && !isInChat) return 'no_access';
    const { version } = watch;
    const access = await currentAccess(storage.db, actor, documentId, now());
    return typeof access === 'string' ? access : { actor, version, ...access };
  }

  async #redeem(documentId: string, ticket: string): Promise<Actor | null> {
    if (ticket.length > 128 || isChatSecret(ticket)) return null;
    const { storage, now } = this.#options;
    const redeemed = await storage.transact((tx) => takeTicket(tx, hashSecret(ticket), now()));
    return redeemed === null || redeemed.documentId !== documentId ? null : (redeemed.actor as Actor);
  }

  #onAccess(session: EditorSession, current: CurrentAccess): void {
    if (current === 'unauthenticated') return session.socket.refuse(closeCodes.unauthenticated, 'access ended');
    if (current === 'no_access') return session.socket.refuse(closeCodes.noAccess, 'access ended');
    session.access = current.access;
    if (current.author !== undefined) session.rename(current.author);
    const connection = this.#sessions.get(session);
    if (connection !== undefined) connection.readOnly = !session.mayWrite;
    // The server lacks what was written before; further edits would build on it, so the editor must reconnect and send all of it.
    if (session.mayWrite && session.wroteAsReader) session.socket.refuse(closeCodes.restarting, 'access raised');
  }
}
