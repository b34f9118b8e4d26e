/**
 * placing: images that a changeset names: which of them its writer may place, and the note that they are placed.
 *
 * P1  An element may name only an image that its writer can read. That is judged when the call begins, by what documents show;
 *     and in the transaction once more that the gallery or the membership by which it is read is still there (invalid_value).
 * P2  Placing one makes it readable to the readers of the document (image-access.ts): that is noted with the changeset.
 */
import type { Edit } from '#schema/changeset.ts';
import { problem, type Problem, ProblemError } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { PlaceableImages } from '#server/planner/illustrate.ts';
import type { OperationsInput } from '#server/planner/plan-operations.ts';
import { addImageUses, lockImages, placeableImages, placedIn } from '#storage/images.ts';
import type { Db } from '#storage/storage.ts';

import { type ImageAccess, placerOf } from './image-access.ts';

/** A changeset places one with each of its 500 operations at the most. */
const mostNamed = 1_000;

/** [P1] Ids of the images that the operations name and the actor can read. */
export async function placeable(access: ImageAccess, actor: Actor, operations: OperationsInput): Promise<ReadonlySet<string>> {
  const named = [...new Set(namedIn(operations))].slice(0, mostNamed);
  return named.length === 0 ? new Set() : new Set((await access.readable(actor, named)).map(({ id }) => id));
}

/** [P1] The same of an article, each with its size in pixels. */
export async function placeableInArticle(access: ImageAccess, actor: Actor, markdown: string): Promise<PlaceableImages> {
  const named = [...new Set(namedIn(markdown))].slice(0, mostNamed);
  const found = named.length === 0 ? [] : await access.readable(actor, named);
  return new Map(found.map(({ id, width, height }) => [id, { width, height }]));
}

function namedIn(operations: OperationsInput): Iterable<string> {
  if (typeof operations === 'string') return operations.match(/img_[a-z0-9]{16,40}/g) ?? [];
  return operations.flatMap((operation) =>
    [memberOf(operation, 'element'), memberOf(operation, 'fields')].flatMap((part) => {
      const id = memberOf(part, 'imageId');
      return typeof id === 'string' ? [id] : [];
    }),
  );
}

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

/** [P1] [P2] Throws ProblemError (invalid_value), which rolls the write back. */
export async function notePlaced(tx: Db, { actor, documentId, edits, references, at }: ImagePlacement): Promise<void> {
  const named = edits.flatMap(({ after }) => (after?.type === 'image' && references.has(after.imageId) ? [after.imageId] : []));
  if (named.length === 0) return;
  const placed = [...new Set(named)];
  const placer = placerOf(actor);
  const readable = new Set(placer === null ? await placedIn(tx, documentId, placed) : await placeableImages(tx, placer, placed));
  const there = await lockImages(tx, placed, 'placing');
  const lost = placed.find((id) => !readable.has(id) || !there.has(id));
  if (lost !== undefined) throw new ProblemError(gone(lost));
  await addImageUses(tx, documentId, placed, at);
}

const gone = (id: string): Problem =>
  problem('invalid_value', {
    detail: `The image ${id} could be read when the call began, and cannot any more.`,
    hint: 'Name an image of your gallery, or of a document that you can read.',
  });
