/**
 * Images that a changeset places: which of them its actor may place, and the record that they are placed, which makes them readable to the
 * readers of the document (image-access.ts). An element may name only images that its author can read. This is checked when the call begins
 * and again inside the transaction, as the image or the membership may have been removed in the meantime.
 */
import type { Edit } from '#schema/changeset.ts';
import { problem, type Problem, ProblemError } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { PlaceableImages } from '#server/planner/illustrate.ts';
import type { OperationsInput } from '#server/planner/plan-operations.ts';
import { addImageUses, lockImages, placeableImages, placedIn } from '#storage/images.ts';
import type { Db } from '#storage/storage.ts';

import { type ImageAccess, placerOf } from './image-access.ts';

/** A changeset has at most 500 operations, each of which places at most one image. */
const namesMax = 1_000;

/** Ids of the images that the operations name and the actor can read. */
export async function placeable(access: ImageAccess, actor: Actor, operations: OperationsInput): Promise<ReadonlySet<string>> {
  const imageIds = [...new Set(namedIn(operations))].slice(0, namesMax);
  return imageIds.length === 0 ? new Set() : new Set((await access.readable(actor, imageIds)).map(({ id }) => id));
}

/** The same for an article, each image with its size in pixels. */
export async function placeableInArticle(access: ImageAccess, actor: Actor, markdown: string): Promise<PlaceableImages> {
  const imageIds = [...new Set(namedIn(markdown))].slice(0, namesMax);
  const images = imageIds.length === 0 ? [] : await access.readable(actor, imageIds);
  return new Map(images.map(({ id, width, height }) => [id, { width, height }]));
}

function namedIn(operations: OperationsInput): Iterable<string> {
  if (typeof operations === 'string') return operations.match(/img_[a-z0-9]{16,40}/g) ?? [];
  return operations.flatMap((operation) => [...inSource(memberOf(operation, 'text')), ...inFields(operation)]);
}

/** The source of an import. */
const inSource = (text: unknown): Iterable<string> =>
  typeof text === 'string' ? (text.match(/img_[a-z0-9]{16,40}/g) ?? []) : [];

const inFields = (operation: unknown): string[] =>
  [memberOf(operation, 'element'), memberOf(operation, 'fields')].flatMap((part) => {
    const id = memberOf(part, 'imageId');
    return typeof id === 'string' ? [id] : [];
  });

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

export type ImagePlacement = {
  readonly actor: Actor;
  readonly documentId: string;
  readonly edits: readonly Edit[];
  /** Ids of images that the actor could read when the call began. */
  readonly references: ReadonlySet<string>;
  readonly at: number;
};

/** Records the placed images in the write's transaction. Throws ProblemError (invalid_value), which rolls the write back. */
export async function recordPlacements(tx: Db, { actor, documentId, edits, references, at }: ImagePlacement): Promise<void> {
  const imageIds = edits.flatMap(({ after }) =>
    after?.type === 'image' && references.has(after.imageId) ? [after.imageId] : [],
  );
  if (imageIds.length === 0) return;
  const placed = [...new Set(imageIds)];
  const placer = placerOf(actor);
  const readable = new Set(placer === null ? await placedIn(tx, documentId, placed) : await placeableImages(tx, placer, placed));
  const existing = await lockImages(tx, placed, 'placing');
  const lost = placed.find((id) => !readable.has(id) || !existing.has(id));
  if (lost !== undefined) throw new ProblemError(noLongerReadable(lost));
  await addImageUses(tx, documentId, placed, at);
}

const noLongerReadable = (id: string): Problem =>
  problem('invalid_value', {
    detail: `The image ${id} was readable when the call began, but no longer is.`,
    hint: 'Name an image of your gallery, or of a document that you can read.',
  });
