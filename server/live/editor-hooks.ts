/**
 * Hocuspocus hooks: what happens to an editor's message between the socket and the document (SPEC.md). Admission, loading, presence and
 * updates have files of their own.
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
import { messageYjsSyncStep1, messageYjsSyncStep2 } from 'y-protocols/sync';

import type { Admission } from './admission.ts';
import { checkMessage } from './awareness-messages.ts';
import { stampAwareness } from './awareness.ts';
import type { ClientIdsOf } from './client-ids.ts';
import { closeCodes } from './close-codes.ts';
import type { DocumentLoading } from './document-loading.ts';
import { resumeAccount, suspendAccount } from '#server/budgets/current-account.ts';

import type { EditorContext, EditorSession } from './editor-session.ts';
import type { EditorUpdates } from './editor-updates.ts';
import type { FirstStates } from './first-state.ts';
import { Refusal } from './refusal.ts';
import type { CloseSocket } from './socket-closer.ts';

export type EditorHooksOptions = {
  readonly log: { error(data: object, message: string): void };
  readonly now: () => number;
  readonly admission: Admission;
  readonly loading: DocumentLoading;
  readonly updates: EditorUpdates;
  readonly clientIds: ClientIdsOf;
  readonly firstStates: FirstStates;
  readonly close: CloseSocket;
};

export class EditorHooks implements Extension<EditorContext> {
  readonly #options: EditorHooksOptions;

  constructor(options: EditorHooksOptions) {
    this.#options = options;
  }

  async onAuthenticate(payload: onAuthenticatePayload<EditorContext>): Promise<Partial<EditorContext>> {
    const { admission, firstStates } = this.#options;
    const context = await admission.admit(payload);
    if (context.session !== undefined) firstStates.admitted(context.session);
    return context;
  }

  onLoadDocument({ document }: { document: Document }): Promise<void> {
    return this.#options.loading.load(document);
  }

  afterLoadDocument({ document }: { document: Document }): Promise<void> {
    return this.#options.loading.loaded(document);
  }

  connected({ connection, context }: { connection: Connection<EditorContext>; context: EditorContext }): Promise<void> {
    const { session, admission } = context;
    if (session === undefined || admission === undefined) return Promise.resolve();
    this.#options.admission.entered(session, admission, connection);
    this.#options.firstStates.connected(session, connection);
    return Promise.resolve();
  }

  onDisconnect({ context, document }: { context: EditorContext; document: Document }): Promise<void> {
    const { session } = context;
    if (session === undefined) return Promise.resolve();
    this.#options.clientIds.get(document)?.release(session);
    this.#options.firstStates.onLeave(session);
    this.#options.admission.left(session);
    return Promise.resolve();
  }

  beforeHandleMessage(payload: beforeHandleMessagePayload<EditorContext>): Promise<void> {
    return this.#guarded(payload.context, (session) => {
      session.lastMessageAt = this.#options.now();
      checkMessage(session, payload, this.#options);
    });
  }

  beforeHandleAwareness({ context, states }: beforeHandleAwarenessPayload<EditorContext>): Promise<void> {
    return this.#guarded(context, (session) => stampAwareness(session, states));
  }

  /**
   * Applies an update in the same turn as it is inspected, so that nothing comes in between. Hocuspocus, which would apply it some turns
   * later, gets an empty update to acknowledge.
   */
  beforeSync({ context, connection, document, type, payload }: beforeSyncPayload<EditorContext>): Promise<void> {
    const { updates } = this.#options;
    return this.#guarded(context, (session) => {
      if (type === messageYjsSyncStep1) return updates.onStateRequest(session, document, payload);
      if (!session.mayWrite) return updates.inspectReader(session, payload, type === messageYjsSyncStep2);
      updates.apply(session, { connection, document, update: payload, isHandshake: type === messageYjsSyncStep2 });
      payload.set(nothing);
    });
  }

  afterHandleMessage({ context }: { context: EditorContext }): Promise<void> {
    const { session } = context;
    if (session?.synced === true) session.socket.releaseAcknowledgements(session.documentId);
    return Promise.resolve();
  }

  /** Runs a check for an authenticated session; an error in it closes that socket and nothing else. */
  #guarded(context: EditorContext | undefined, check: (session: EditorSession) => void | Promise<void>): Promise<void> {
    const { close, log } = this.#options;
    const session = context?.session;
    if (session === undefined) return Promise.reject(new Refusal(closeCodes.unauthenticated, 'unauthenticated'));
    resumeAccount();
    try {
      return check(session) ?? Promise.resolve();
    } catch (error) {
      if (error instanceof Refusal) return Promise.reject(error);
      log.error({ err: error, document: session.documentId }, 'a message could not be checked');
      return Promise.reject(close(session.socket, closeCodes.refused, 'unreadable'));
    } finally {
      suspendAccount();
    }
  }
}

/** The first bytes of an update with no structs and no deletions; Yjs reads no further. */
const nothing = [0, 0];
