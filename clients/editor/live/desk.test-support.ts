/**
 * desk: people with one document open, without browsers, and the server between them: what each of them writes is judged by the
 * guard as the server does it, then written there and told to the others.
 */
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { deletionsIn } from '#schema/ydoc/struct-store.ts';

import { SheetBook } from '#core/sheet/sheet-book.ts';
import { inspectUpdate } from '#server/live/guard/inspect-update.ts';

import { Selection } from '../state/selection.ts';
import type { Editor } from '../state/editor.ts';
import { Backlog } from './backlog.ts';
import { OpenDocument } from './open-document.ts';
import { Signal } from '../state/signal.ts';

/** The server's side of a document. */
export class Office {
  readonly doc = new Y.Doc();
  readonly desks: Desk[] = [];
  /** Why updates were refused. */
  readonly refused: string[] = [];

  constructor() {
    this.doc.clientID = 1;
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      for (const desk of this.desks) if (desk.online && desk !== origin) Y.applyUpdate(desk.doc, update, 'server');
    });
  }

  take(desk: Desk, update: Uint8Array, isHandshake: boolean): void {
    const verdict = inspectUpdate(update, this.doc, {
      tabs: null,
      ownedClients: new Set([desk.doc.clientID]),
      foreignClients: (client) => client === this.doc.clientID,
      newClients: limits.clientIdsPerHandshake,
      tolerateLocks: isHandshake,
      removedMax: isHandshake ? Number.POSITIVE_INFINITY : limits.massDeleteElements,
    });
    if (verdict.ok) Y.applyUpdate(this.doc, update, desk);
    else this.refused.push(verdict.reason);
  }
}

export class Desk extends OpenDocument {
  /** What was refused on the spot, in words. */
  readonly told: string[] = [];
  /** Its workbook follows the sheets without the turns of a browser. */
  readonly book: SheetBook;
  readonly #office: Office;
  #waiting: Uint8Array[] = [];
  #online = true;

  constructor(office: Office, clientId: number) {
    super();
    this.#office = office;
    this.doc.clientID = clientId;
    this.book = new SheetBook(sheetSource(this.doc));
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(office.doc), 'server');
    this.readAround();
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'server' && this.#online) this.#waiting.push(update);
    });
    office.desks.push(this);
  }

  get online(): boolean {
    return this.#online;
  }

  goOffline(): void {
    this.flush();
    this.#online = false;
  }

  /** The handshake: each side sends what the other lacks. With `pieceBytes` the desk sends its backlog in pieces of that size. */
  goOnline(pieceBytes?: number): void {
    const server = this.#office.doc;
    const [here, there] = [Y.encodeStateVector(this.doc), Y.encodeStateVector(server)];
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(server, here), 'server');
    this.#online = true;
    if (pieceBytes === undefined) return this.#office.take(this, Y.encodeStateAsUpdate(this.doc, there), true);
    const known = { clocks: Y.decodeStateVector(there), deletions: deletionsIn(server) };
    const backlog = new Backlog(this.doc, known, { pieceBytes, removalsFirst: false });
    for (let piece = backlog.next(); piece !== null; piece = backlog.next()) this.#office.take(this, piece, true);
  }

  /** One update, as the provider sends what was written within a moment. */
  override flush(): void {
    const [update, ...more] = this.#waiting;
    this.#waiting = [];
    if (update !== undefined) this.#office.take(this, more.length === 0 ? update : Y.mergeUpdates([update, ...more]), false);
  }

  protected override mayWrite(): boolean {
    return true;
  }

  /** What commands and panels ask of the editor of a tab; null when there is no such tab. */
  editor(tabId: string): Editor | null {
    const tab = this.tab(tabId);
    if (tab === null) return null;
    const editor: Partial<Record<keyof Editor, unknown>> = {
      session: this,
      tab,
      selection: new Selection(),
      mayEdit: new Signal(!tab.settings.get().locked),
      tell: ({ text }: { readonly text: string }) => void this.told.push(text),
      announce: () => undefined,
      sheet: new Signal(null),
      board: new Signal(null),
      viewport: { visible: () => ({ x: 0, y: 0, width: 1_000, height: 800 }) },
    };
    return editor as Editor;
  }
}
