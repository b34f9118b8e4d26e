/**
 * placing: images that a changeset names: which of them its writer may place, and the note that they are placed.
 *
 * P1  An element may name only an image that its writer can read when the call begins.
 * P2  Placing one makes it readable to the readers of the document (image-access.ts): that is noted with the changeset.
 */
import type { Edit } from '#schema/changeset.ts';
import type { Actor } from '#server/access/actor.ts';
import type { PlaceableImages } from '#server/planner/illustrate.ts';
import type { Operations } from '#server/planner/plan-operations.ts';
import { addImageUses } from '#storage/images.ts';
import type { Db } from '#storage/storage.ts';

import type { ImageAccess } from './image-access.ts';

/** A changeset places one with each of its 500 operations at the most. */
const mostNamed = 1_000;

/** [P1] Ids of the images that the operations name and the actor can read. */
export async function placeable(access: ImageAccess, actor: Actor, operations: Operations): Promise<ReadonlySet<string>> {
  const named = [...new Set(namedIn(operations))].slice(0, mostNamed);
  return named.length === 0 ? new Set() : new Set((await access.readable(actor, named)).map(({ id }) => id));
}

/** [P1] The same of an article, each with its size in pixels. */
export async function placeableInArticle(access: ImageAccess, actor: Actor, markdown: string): Promise<PlaceableImages> {
  const named = [...new Set(namedIn(markdown))].slice(0, mostNamed);
  const found = named.length === 0 ? [] : await access.readable(actor, named);
  return new Map(found.map(({ id, width, height }) => [id, { width, height }]));
}

function namedIn(operations: Operations): Iterable<string> {
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

/** [P2] */
export async function notePlaced(
  tx: Db,
  documentId: string,
  edits: readonly Edit[],
  references: ReadonlySet<string>,
  at: number,
): Promise<void> {
  if (references.size === 0) return;
  const placed = edits.flatMap(({ after }) => (after?.type === 'image' && references.has(after.imageId) ? [after.imageId] : []));
  await addImageUses(tx, documentId, [...new Set(placed)], at);
}
