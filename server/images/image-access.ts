/**
 * Which images an actor can read: those of the own gallery, and those that a readable document uses.
 *
 * A document uses an image if one of its elements names it and someone who could read the image placed it there. An id that an editor
 * merely wrote into a document gives no access.
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

/** Documents whose used images are cached, at a few hundred bytes each. */
const cachedDocumentsMax = 5_000;

export class ImageAccess {
  readonly #storage: Storage;
  readonly #rooms: Rooms;
  readonly #now: () => number;
  /** By document id, least recently used first. */
  readonly #uses = new Map<string, { readonly seq: number; readonly images: ReadonlySet<string> }>();

  constructor({ storage, rooms, now }: { readonly storage: Storage; readonly rooms: Rooms; readonly now: () => number }) {
    this.#storage = storage;
    this.#rooms = rooms;
    this.#now = now;
  }

  /** The images among `ids` that the actor can read. `within`: images of others count only if this document uses them. */
  async readable(actor: Actor, ids: readonly string[], within: string | null = null): Promise<StoredImage[]> {
    const { db } = this.#storage;
    const images = await imagesById(db, ids);
    const placer = placerOf(actor);
    const readable = images.filter((image) => placer !== null && isOwn(image, placer));
    const others = images.filter((image) => !readable.includes(image));
    if (others.length === 0) return readable;
    const visible = await this.#visibleTo(actor, new Set(others.map(({ id }) => id)), within);
    return [...readable, ...others.filter(({ id }) => visible.has(id))];
  }

  /** By image id: the documents of a person that use the image, in the order of their last change. */
  async usage(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentPlacing[]>> {
    const usage = new Map<string, DocumentPlacing[]>();
    for (const place of await documentsPlacing(this.#storage.db, userId, ids)) {
      if (!(await this.#usedIn(place)).has(place.imageId)) continue;
      usage.set(place.imageId, [...(usage.get(place.imageId) ?? []), place]);
    }
    return usage;
  }

  /** The images among `ids` that were placed in the document, whether or not an element still names them. */
  async shownIn(documentId: string, ids: readonly string[]): Promise<StoredImage[]> {
    const { db } = this.#storage;
    return imagesById(db, [...(await placedIn(db, documentId, ids))]);
  }

  async #visibleTo(actor: Actor, ids: ReadonlySet<string>, within: string | null): Promise<Set<string>> {
    const { db } = this.#storage;
    const documentId = actor.kind === 'guest' ? actor.documentId : within;
    if (documentId !== null) return this.#visibleIn(actor, documentId, ids);
    const visible = new Set<string>();
    const placer = placerOf(actor);
    if (placer === null) return visible;
    for (const place of await documentsPlacing(db, placer.userId, [...ids], placer.bound?.documents ?? null)) {
      if (!visible.has(place.imageId) && (await this.#usedIn(place)).has(place.imageId)) visible.add(place.imageId);
    }
    return visible;
  }

  async #visibleIn(actor: Actor, documentId: string, ids: ReadonlySet<string>): Promise<Set<string>> {
    const { db } = this.#storage;
    const access = await authorize(db, actor, documentId, 'viewer', { write: false, now: this.#now() });
    if (isProblem(access)) return new Set();
    const imageIds = await this.#rooms.read(documentId, (reading) => new Set(reading.images()));
    if (isProblem(imageIds)) return new Set();
    return placedIn(
      db,
      documentId,
      [...imageIds].filter((id) => ids.has(id)),
    );
  }

  async #usedIn({ id, seq }: Pick<DocumentPlacing, 'id' | 'seq'>): Promise<ReadonlySet<string>> {
    const cached = this.#uses.get(id);
    this.#uses.delete(id);
    const images = cached?.seq === seq ? cached.images : await this.imagesOf(id);
    this.#uses.set(id, { seq, images });
    const [oldest] = this.#uses.keys();
    if (this.#uses.size > cachedDocumentsMax && oldest !== undefined) this.#uses.delete(oldest);
    return images;
  }

  /** The images that a document's elements name. Empty for an unreadable document, which must not hide the images of others. */
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

/** The owner of the gallery that the actor sees; a bound token sees only its own uploads there. Null for a guest, who has no gallery. */
export function placerOf(actor: Actor): Placer | null {
  if (actor.kind === 'guest') return null;
  const isBound = actor.kind === 'agent' && actor.documents !== null;
  return { userId: actor.userId, bound: isBound ? { tokenId: actor.tokenId, documents: actor.documents ?? [] } : null };
}
