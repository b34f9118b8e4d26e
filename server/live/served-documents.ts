/**
 * Hocuspocus with at most one live document per id, shared by all editors of this node.
 *
 * A room writes to the live document that was loaded last. Editors on an older one would get acknowledgements and miss what all others do.
 */
import { type Document, Hocuspocus } from '@hocuspocus/server';

export class ServedDocuments<Context> extends Hocuspocus<Context> {
  /** The number of editors that are entering a document, by its id: it counts from the moment they find the document loaded. */
  readonly #entering = new Map<string, number>();

  override async createDocument(...args: Parameters<Hocuspocus<Context>['createDocument']>): Promise<Document> {
    const [documentId] = args;
    this.#enter(documentId, 1);
    let document: Document | null = null;
    try {
      document = await super.createDocument(...args);
      return document;
    } finally {
      // By then the editor is connected or has given up, and the document may be unused.
      setImmediate(() => {
        this.#enter(documentId, -1);
        if (document !== null) void this.unloadDocument(document);
      });
    }
  }

  override shouldUnloadDocument(document: Document): boolean {
    return !this.#entering.has(document.name) && super.shouldUnloadDocument(document);
  }

  /**
   * Unloads this document only: Hocuspocus would unload whatever has been loaded under its id since. A document whose load failed is
   * destroyed, as its awareness would keep a timer.
   */
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
