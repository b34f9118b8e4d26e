/** place: how verbs name a document and a tab, and the path under the API root that this is. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import type { Service } from '#clients/service/service.ts';

const name = { minLength: 1, maxLength: 2_048 };

/** Members of the input of a verb that is about a document. */
export const document = { document: Type.String({ ...name, description: "Its id, its name, or its page's address." }) };

/** Members of the input of a verb that is about a tab. */
export const documentAndTab = {
  ...document,
  tab: Type.Optional(Type.String({ ...name, description: "Its id or name; default: the document's first." })),
};

/** `/documents/doc_…/tabs/tab_…`. Throws Refused (document_not_found, tab_not_found) and Unreachable. */
export async function placeOf(service: Service, documentName: string, tabName?: string): Promise<string> {
  const documentId = await findDocument(service, documentName);
  return `/documents/${documentId}/tabs/${await findTab(service, documentId, tabName)}`;
}
