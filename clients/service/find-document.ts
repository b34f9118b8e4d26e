/** Finds a document by its id, by its name if only one has it, or by the address of its page. */
import type { Reply } from '#schema/api.ts';
import type { Document } from '#schema/document.ts';

import { ServiceRefusal } from './service-refusal.ts';
import type { Service } from './service.ts';

const idForm = /^doc_[0-9a-z]{16,40}$/;
const idWithin = /doc_[0-9a-z]{16,40}/;
const candidatesShown = 10;

/** Returns the id; only a name is looked up. Throws ServiceRefusal (document_not_found). */
export const findDocument = (service: Service, name: string): Promise<string> =>
  find(
    service,
    name,
    {},
    { none: 'None of your documents has this name.', list: 'List them: atelier doc ls, or the tool list_documents.' },
  );

/** The same in the trash. */
export const findTrashed = (service: Service, name: string): Promise<string> =>
  find(
    service,
    name,
    { trash: '1' },
    {
      none: 'No document in your trash has this name.',
      list: 'List them: atelier doc ls --trash, or the tool list_documents with trash.',
    },
  );

async function find(
  service: Service,
  name: string,
  where: { readonly trash?: '1' },
  { none, list }: { readonly none: string; readonly list: string },
): Promise<string> {
  if (idForm.test(name)) return name;
  if (/^https?:\/\//.test(name)) {
    const id = idWithin.exec(name)?.[0];
    if (id !== undefined) return id;
  }
  const wanted = name.toLowerCase();
  const matches: Document[] = [];
  let cursor: string | undefined;
  do {
    // The query accepts no longer name, and no document has one.
    const query = { ...where, q: name.slice(0, 200), limit: 100, cursor };
    const { documents, next }: Reply<'listDocuments'> = await service.json('GET /documents', { query });
    matches.push(...documents.filter((document) => document.name.toLowerCase() === wanted));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  const exact = matches.filter((document) => document.name === name);
  const [only, ...more] = exact.length > 0 ? exact : matches;
  if (only !== undefined && more.length === 0) return only.id;
  throw new ServiceRefusal({
    code: 'document_not_found',
    status: 404,
    detail: only === undefined ? none : 'Several documents have this name.',
    hint: only === undefined ? list : 'Name it by its id.',
    ...(only !== undefined && { candidates: matches.slice(0, candidatesShown).map(({ id }) => id) }),
  });
}
