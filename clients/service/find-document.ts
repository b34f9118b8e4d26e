/**
 * find-document: what a person calls a document by: its id, its name where only one has it, or its page's address.
 */
import type { Reply } from '#schema/api.ts';
import type { Document } from '#schema/document.ts';

import { ServiceRefusal } from './service-refusal.ts';
import type { Service } from './service.ts';

const idForm = /^doc_[0-9a-z]{16,40}$/;
const idWithin = /doc_[0-9a-z]{16,40}/;
const candidatesShown = 10;

/** The document's id; whether there is such a document is asked only for a name. Throws Refused (document_not_found). */
export async function findDocument(service: Service, name: string): Promise<string> {
  if (idForm.test(name)) return name;
  if (/^https?:\/\//.test(name)) {
    const id = idWithin.exec(name)?.[0];
    if (id !== undefined) return id;
  }
  const wanted = name.toLowerCase();
  const named: Document[] = [];
  let cursor: string | undefined;
  do {
    // A name longer than any document's matches none; the query takes no more.
    const query = { q: name.slice(0, 200), limit: 100, cursor };
    const { documents, next }: Reply<'listDocuments'> = await service.json('GET /documents', { query });
    named.push(...documents.filter((document) => document.name.toLowerCase() === wanted));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  const exact = named.filter((document) => document.name === name);
  const [only, ...more] = exact.length > 0 ? exact : named;
  if (only !== undefined && more.length === 0) return only.id;
  throw new ServiceRefusal({
    code: 'document_not_found',
    status: 404,
    detail: only === undefined ? 'No document of yours has this name.' : 'Several documents have this name.',
    hint: only === undefined ? 'List them: atelier doc ls, or the tool list_documents.' : 'Name it by its id.',
    ...(only !== undefined && { candidates: named.slice(0, candidatesShown).map(({ id }) => id) }),
  });
}
