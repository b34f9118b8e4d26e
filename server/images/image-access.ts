/**
 * image-access: who can read which images.
 *
 * A1  An image is read by its owner while it is in the gallery, and by whoever can read a document that uses it now.
 * A2  A document uses it when one of its elements names it and somebody who could read it placed it there: an id that an
 *     editor merely wrote into a document opens nothing.
 * A3  A token that is bound to documents sees of the gallery what it brought itself.
 * A4  One that is in no gallery and that no document uses is gone for everybody.
 */
import { isProblem } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Rooms } from '#server/rooms/port.ts';
import { CorruptJournal } from '#storage/failures.ts';
import {
  type DocumentPlacing,
  documentsPlacing,
  imagesById,
  isOwn,
  placedIn,
  type Placer,
  type StoredImage,
} from '#storage/images.ts';
import type { Storage } from '#storage/storage.ts';

/** What documents use is kept for so many of them, a few hundred bytes each. */
const keptDocuments = 5_000;

export class ImageAccess {
  readonly #storage: Storage;
  readonly #rooms: Rooms;
  readonly #now: () => number;
  /** Least recently used first. */
  readonly #uses = new Map<string, { readonly seq: number; readonly images: ReadonlySet<string> }>();

  constructor({ storage, rooms, now }: { readonly storage: Storage; readonly rooms: Rooms; readonly now: () => number }) {
    this.#storage = storage;
    this.#rooms = rooms;
    this.#now = now;
  }

  /** Those of these images that the actor can read. `within`: only through this document, if not its own. */
  async readable(actor: Actor, ids: readonly string[], within: string | null = null): Promise<StoredImage[]> {
    const { db } = this.#storage;
    const found = await imagesById(db, ids);
    const placer = placerOf(actor);
    const readable = found.filter((image) => placer !== null && isOwn(image, placer));
    const others = found.filter((image) => !readable.includes(image));
    if (others.length === 0) return readable;
    const seen = await this.#seenIn(actor, new Set(others.map(({ id }) => id)), within);
    return [...readable, ...others.filter(({ id }) => seen.has(id))];
  }

  /** By image id, in the order of change: the documents of a person that use them now. */
  async usage(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentPlacing[]>> {
    const usage = new Map<string, DocumentPlacing[]>();
    for (const place of await documentsPlacing(this.#storage.db, userId, ids)) {
      if (!(await this.#usedIn(place)).has(place.imageId)) continue;
      usage.set(place.imageId, [...(usage.get(place.imageId) ?? []), place]);
    }
    return usage;
  }

  /** Those of these images that readers of the document see in it, whatever its elements name. */
  async shownIn(documentId: string, ids: readonly string[]): Promise<StoredImage[]> {
    const { db } = this.#storage;
    return imagesById(db, [...(await placedIn(db, documentId, ids))]);
  }

  async #seenIn(actor: Actor, wanted: ReadonlySet<string>, within: string | null): Promise<Set<string>> {
    const { db } = this.#storage;
    const documentId = actor.kind === 'guest' ? actor.documentId : within;
    if (documentId !== null) return this.#seenInOne(actor, documentId, wanted);
    const seen = new Set<string>();
    const placer = placerOf(actor);
    if (placer === null) return seen;
    for (const place of await documentsPlacing(db, placer.userId, [...wanted], placer.bound?.documents ?? null)) {
      if (!seen.has(place.imageId) && (await this.#usedIn(place)).has(place.imageId)) seen.add(place.imageId);
    }
    return seen;
  }

  async #seenInOne(actor: Actor, documentId: string, wanted: ReadonlySet<string>): Promise<Set<string>> {
    const { db } = this.#storage;
    const access = await authorize(db, actor, documentId, 'viewer', { write: false, now: this.#now() });
    if (isProblem(access)) return new Set();
    const used = await this.#rooms.read(documentId, (reading) => new Set(reading.images()));
    return isProblem(used)
      ? new Set()
      : placedIn(
          db,
          documentId,
          [...used].filter((id) => wanted.has(id)),
        );
  }

  /** [A2] One that cannot be read any more uses none: it must not hide the others. */
  async #usedIn({ id, seq }: Pick<DocumentPlacing, 'id' | 'seq'>): Promise<ReadonlySet<string>> {
    const known = this.#uses.get(id);
    this.#uses.delete(id);
    const images = known?.seq === seq ? known.images : await this.imagesOf(id);
    this.#uses.set(id, { seq, images });
    const [oldest] = this.#uses.keys();
    if (this.#uses.size > keptDocuments && oldest !== undefined) this.#uses.delete(oldest);
    return images;
  }

  /** What the elements of a document name. */
  async imagesOf(documentId: string): Promise<ReadonlySet<string>> {
    try {
      const images = await this.#rooms.read(documentId, (reading) => new Set(reading.images()));
      return isProblem(images) ? new Set() : images;
    } catch (error) {
      if (error instanceof CorruptJournal) return new Set();
      throw error;
    }
  }
}

/** [A3] Null for a guest, who has no gallery. */
export function placerOf(actor: Actor): Placer | null {
  if (actor.kind === 'guest') return null;
  const isBound = actor.kind === 'agent' && actor.documents !== null;
  return { userId: actor.userId, bound: isBound ? { tokenId: actor.tokenId, documents: actor.documents ?? [] } : null };
}
