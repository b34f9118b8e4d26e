/**
 * desk: people with one document open, without browsers, and the server between them: the guard inspects what each of them
 * writes, as on the server, and the others receive it.
 */
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { deletionsIn } from '#schema/ydoc/struct-store.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';

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
  /** The reasons of refused updates. */
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
  readonly documentId = 'doc_00000000000000000001';
  /** The texts of local refusals. */
  readonly told: string[] = [];
  /** The workbook follows the sheets synchronously. */
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

  /** The handshake: each side sends what the other lacks. With `pieceBytes` the backlog is sent in pieces of that size. */
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

  /** One update, like the provider's with the edits of a moment. */
  override flush(): void {
    const [update, ...more] = this.#waiting;
    this.#waiting = [];
    if (update !== undefined) this.#office.take(this, more.length === 0 ? update : Y.mergeUpdates([update, ...more]), false);
  }

  protected override mayWrite(): boolean {
    return true;
  }

  /** The parts of an editor that commands and panels use; null if there is no such tab. */
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
      cells: new Signal(null),
      board: new Signal(null),
      viewport: { visible: () => ({ x: 0, y: 0, width: 1_000, height: 800 }) },
    };
    return editor as Editor;
  }
}

export const onlyTab = 'tab_00000000000000000001';

/** The server's document with one tab, `onlyTab`, that has these elements. */
export function officeWith(...elements: readonly Element[]): Office {
  const office = new Office();
  initDocument(office.doc, { name: 'Plan' });
  insertTab(office.doc, { id: onlyTab, name: 'Tab 1', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] }); // prettier-ignore
  applyEdits(office.doc, onlyTab, elements.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
  return office;
}

/** A person with the tab open. */
export function openEditor(office: Office, tabId: string = onlyTab): { readonly desk: Desk; readonly editor: Editor } {
  const desk = new Desk(office, 7);
  const editor = desk.editor(tabId);
  if (editor === null) throw new Error(`no tab ${tabId}`);
  return { desk, editor };
}
