/** The members of inputs that name a document and a tab, and the ids that they resolve to. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import type { Service } from '#clients/service/service.ts';

const name = { minLength: 1, maxLength: 2_048 };

/** Members of the input of a verb that is about a document. */
export const document = { document: Type.String({ ...name, description: 'Its id, its name, or the address of its page.' }) };

/** Members of the input of a verb that is about a tab. */
export const documentAndTab = {
  ...document,
  tab: Type.Optional(Type.String({ ...name, description: "The tab's id or name (default: the first)." })),
};

export type TabParams = { readonly doc: string; readonly tab: string };

/** The parameters of a path below a document. Throws ServiceRefusal (document_not_found) and ServiceUnreachable. */
export const documentParams = async (service: Service, name: string): Promise<{ readonly doc: string }> => ({
  doc: await findDocument(service, name),
});

/** The parameters of a path below a tab. Throws ServiceRefusal (document_not_found, tab_not_found) and ServiceUnreachable. */
export async function tabParams(service: Service, documentName: string, tabName?: string): Promise<TabParams> {
  const doc = await findDocument(service, documentName);
  return { doc, tab: await findTab(service, doc, tabName) };
}
