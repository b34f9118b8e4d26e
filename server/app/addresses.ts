/** Addresses of the page, for the answers that name a document, a tab or a changeset. */
import type { Call } from '#server/call.ts';

import type { AppContext } from './context.ts';

export type Addresses = {
  document(documentId: string): string;
  tab(documentId: string, tabId: string): string;
  /** Of its tab, where it is shown; of the document for one about cards. */
  proposal(proposal: { readonly documentId: string; readonly tabId: string | null; readonly id: string }): string;
  /** Of its tab, where what it changed is selected. */
  changeset(changeset: { readonly documentId: string; readonly tabId: string; readonly id: string }): string;
  /** Where an element, a page, a card or a sheet is selected, by its id; empty: nothing is. */
  place(place: { readonly documentId: string; readonly tabId: string | null; readonly target: string }): string;
};

/** By the name under which the caller reached the server. */
export function addressesFor(
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
  { origin = publicUrl }: Pick<Call, 'origin'>,
): Addresses {
  const tab = (documentId: string, tabId: string): string => `${origin}/d/${documentId}/${tabId}`;
  const document = (documentId: string): string => `${origin}/d/${documentId}`;
  return {
    document,
    tab,
    place: ({ documentId, tabId, target }) =>
      `${tabId === null ? document(documentId) : tab(documentId, tabId)}${target === '' ? '' : `#${target}`}`,
    proposal: ({ documentId, tabId, id }) => `${tabId === null ? `${origin}/d/${documentId}` : tab(documentId, tabId)}#${id}`,
    changeset: ({ documentId, tabId, id }) => `${tab(documentId, tabId)}#${id}`,
  };
}
