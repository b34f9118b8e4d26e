/** Finds published links by their secrets (SPEC.md, PB3 and PB4). */
import type { LinkSeals } from '#server/access/link-seals.ts';
import { isLinkInForce } from '#server/access/authorize.ts';
import { documentById } from '#storage/documents.ts';
import type { Storage } from '#storage/storage.ts';

export type PublishedLink = {
  readonly id: string;
  readonly documentId: string;
  /** Ids of the only tabs that it shows; null: all. */
  readonly tabs: readonly string[] | null;
  /** Milliseconds since the Unix epoch; null: never. */
  readonly expiresAt: number | null;
};
/** With its document at the time of the look-up. */
export type CurrentLink = PublishedLink & {
  readonly name: string;
  /** The journal position. */
  readonly seq: number;
};

export type LinkFinder = { readonly storage: Storage; readonly linkSeals: LinkSeals; readonly now: () => number };

export const isLinkSecret = (text: string): boolean => /^[0-9A-Za-z]{32}$/.test(text);

/** Null if the secret opens nothing now, whatever the reason. Throws what storage throws. */
export async function publishedLink({ storage, linkSeals, now }: LinkFinder, secret: string): Promise<CurrentLink | null> {
  if (!isLinkSecret(secret)) return null;
  const link = await linkSeals.findPublished(storage.db, secret);
  if (link === null || !link.publish || !isLinkInForce(link, now())) return null;
  const { id, documentId } = link;
  const document = await documentById(storage.db, documentId);
  if (document === null || document.deletedAt !== null) return null;
  return { id, documentId, tabs: link.tabs, expiresAt: link.expiresAt, name: document.name, seq: document.seq };
}
