/** Loads a document for its first editor on this node (SPEC.md, LV17 to LV19, LV24). */
import type { Document } from '@hocuspocus/server';

import { applyInTurns } from '#server/rooms/apply-in-turns.ts';
import type { JournalState } from '#server/rooms/journal-reader.ts';
import { Overloaded } from '#server/rooms/overloaded.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';

import { closeCodes } from './close-codes.ts';
import type { FirstStates } from './first-state.ts';
import { flushPromptly, frameMsFor } from './prompt-flush.ts';
import { Refusal } from './refusal.ts';
import type { CloseSocket } from './socket-closer.ts';

export type DocumentLoadingOptions = {
  readonly rooms: DocumentRooms;
  readonly firstStates: FirstStates;
  readonly close: CloseSocket;
  /** Called with a document that has its state, before it follows the journal. */
  readonly onState: (document: Document) => void;
  /** Called when a document is loaded and follows the journal. */
  readonly onLoaded: (document: Document) => void;
};

export class DocumentLoading {
  readonly #options: DocumentLoadingOptions;
  /** Journal positions of the states that are being passed to Hocuspocus, by document. */
  readonly #loadedAt = new Map<string, number>();

  constructor(options: DocumentLoadingOptions) {
    this.#options = options;
  }

  /** Reads the stored state; its position is kept until `loaded`. */
  async load(document: Document): Promise<void> {
    const state = await this.#state(document.name);
    if (state === null) throw new Refusal(closeCodes.noAccess, 'no such document');
    this.#loadedAt.set(document.name, state.seq);
    await this.#options.firstStates.loaded(document.name, state.updates);
    // Loading counts as a change to relay, and Hocuspocus would merge what it has collected.
    await applyInTurns(document, state.updates, () => document.flush());
  }

  async loaded(document: Document): Promise<void> {
    const { rooms, firstStates, onState, onLoaded } = this.#options;
    firstStates.follow(document);
    flushPromptly(document, () => frameMsFor(document.getConnectionsCount()));
    onState(document);
    try {
      await rooms.attach(document.name, document, this.#loadedAt.get(document.name) ?? 0);
    } catch (error) {
      // Hocuspocus drops a document that fails here; the room must not write to it.
      document.destroy();
      throw error;
    } finally {
      this.#loadedAt.delete(document.name);
    }
    // Without this the first editor would get what was loaded last twice.
    document.flush();
    onLoaded(document);
  }

  /** If the node has no memory for the document, only the editors that wait for it are closed; they reconnect later. */
  async #state(documentId: string): Promise<JournalState | null> {
    const { rooms, firstStates, close } = this.#options;
    try {
      return await rooms.load(documentId);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      for (const { socket } of firstStates.waitingFor(documentId)) close(socket, closeCodes.overloaded, 'overloaded');
      throw new Refusal(closeCodes.overloaded, 'overloaded');
    }
  }
}
