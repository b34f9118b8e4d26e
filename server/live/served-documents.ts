/**
 * served-documents: Hocuspocus with at most one live document per id, which all editors of this node share.
 *
 * A room writes to the live document that was loaded last. Editors on another one of the same id would be told "saved" and
 * miss what everybody else does.
 *
 * D1  A connection's end, however late it comes, unloads no document but the one it was on. Hocuspocus alone takes whatever
 *     has been loaded under that id by then off its list, and loads one more for the next editor.
 * D2  A document is not unloaded while an editor is on its way into it: one that finds it loaded counts from then on, not
 *     from when it is connected, some turns of the microtask queue later.
 * D3  A document whose load failed is destroyed: it was on no list, and its awareness would keep a timer for ever.
 */
import { type Document, Hocuspocus } from '@hocuspocus/server';

export class ServedDocuments<Context> extends Hocuspocus<Context> {
  /** [D2] How many editors are on their way into a document, by its id. */
  readonly #entering = new Map<string, number>();

  override async createDocument(...asked: Parameters<Hocuspocus<Context>['createDocument']>): Promise<Document> {
    const [documentId] = asked;
    this.#enter(documentId, 1);
    let document: Document | null = null;
    try {
      document = await super.createDocument(...asked);
      return document;
    } finally {
      // Who asked is connected by then, or has given up, which may have left the document to nobody.
      setImmediate(() => {
        this.#enter(documentId, -1);
        if (document !== null) void this.unloadDocument(document);
      });
    }
  }

  override shouldUnloadDocument(document: Document): boolean {
    return !this.#entering.has(document.name) && super.shouldUnloadDocument(document);
  }

  /** [D1] [D3] */
  override async unloadDocument(document: Document): Promise<void> {
    if (this.documents.get(document.name) === document) await super.unloadDocument(document);
    else if (document.isLoading) document.destroy();
  }

  #enter(documentId: string, change: 1 | -1): void {
    const entering = (this.#entering.get(documentId) ?? 0) + change;
    if (entering === 0) this.#entering.delete(documentId);
    else this.#entering.set(documentId, entering);
  }
}
