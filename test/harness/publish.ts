/** Publishes a document for tests: only signed-in people can. */
import type { ShareLink } from '#schema/access.ts';
import type { Storage } from '#storage/storage.ts';

import { Browser } from './browser.ts';
import { addMember } from './people.ts';

export type PublishedDocument = {
  readonly linkId: string;
  readonly secret: string;
  /** The session of one of its owners. */
  readonly browser: Browser;
};

export async function publish(url: string, storage: Storage, documentId: string): Promise<PublishedDocument> {
  const browser = await Browser.signIn(url, storage, 'Publisher');
  await addMember(storage, documentId, browser.userId, 'owner');
  const { status, body } = await browser.call<{ link: ShareLink }>('POST', `/documents/${documentId}/share-links`, {
    level: 'viewer',
    publish: true,
  });
  if (status !== 201) throw new Error(`not published: ${JSON.stringify(body)}`);
  return { linkId: body.link.id, secret: body.link.url?.split('/p/')[1] ?? '', browser };
}
