/** shown-documents: the pages of documents that a list shows, with changes made here applied at once. */
import type { Document } from '#schema/document.ts';

/** `next`: the cursor of the next page; null after the last. */
export type ShownDocuments = { readonly documents: readonly Document[]; readonly next: string | null };

/** A document that changed between the requests is on both pages: the first one is kept. */
export function withPage({ documents }: ShownDocuments, page: ShownDocuments): ShownDocuments {
  const ids = new Set(documents.map(({ id }) => id));
  return { documents: [...documents, ...page.documents.filter(({ id }) => !ids.has(id))], next: page.next };
}

/** At the top, as the document that was changed last. */
export const withDocument = (shown: ShownDocuments, document: Document): ShownDocuments => ({
  documents: [document, ...withoutDocument(shown, document.id).documents],
  next: shown.next,
});

/** Where it is. */
export const withChanged = (shown: ShownDocuments, document: Document): ShownDocuments => ({
  ...shown,
  documents: shown.documents.map((one) => (one.id === document.id ? document : one)),
});

export const withoutDocument = ({ documents, next }: ShownDocuments, id: string): ShownDocuments => ({
  documents: documents.filter((document) => document.id !== id),
  next,
});
