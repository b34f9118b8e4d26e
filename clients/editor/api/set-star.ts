import { call } from './call.ts';

/** Stars the document for the signed-in person, or removes the star. Throws CallRefused and CallUnreachable. */
export async function setStar(documentId: string, isStarred: boolean): Promise<void> {
  const params = { doc: documentId };
  await (isStarred ? call('PUT /documents/:doc/star', { params }) : call('DELETE /documents/:doc/star', { params }));
}
