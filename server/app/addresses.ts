/** Addresses of the page, for the answers that name a document, a tab or a changeset. */
import type { Call } from '#server/call.ts';

import type { AppContext } from './context.ts';

export type Addresses = {
  document(documentId: string): string;
  tab(documentId: string, tabId: string): string;
  /** Of its tab, where what it changed is selected. */
  changeset(changeset: { readonly documentId: string; readonly tabId: string; readonly id: string }): string;
};

/** By the name under which the caller reached the server. */
export function addressesFor(
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
  { origin = publicUrl }: Pick<Call, 'origin'>,
): Addresses {
  const tab = (documentId: string, tabId: string): string => `${origin}/d/${documentId}/${tabId}`;
  return {
    document: (documentId) => `${origin}/d/${documentId}`,
    tab,
    changeset: ({ documentId, tabId, id }) => `${tab(documentId, tabId)}#${id}`,
  };
}
