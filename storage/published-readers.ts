/** How many readers each node has on each published link. A node repeats its numbers; those that are no longer repeated do not count. */
import type { Db } from './tables.ts';
import { among } from './text-list.ts';

export type LinkReaders = { readonly linkId: string; readonly documentId: string; readonly readers: number };

/** Replaces the numbers of a node, and deletes those of all nodes from before `staleBefore` (ms). */
export async function putReaders(
  tx: Db,
  nodeId: string,
  counts: readonly LinkReaders[],
  { at, staleBefore }: { readonly at: number; readonly staleBefore: number },
): Promise<void> {
  await tx.deleteFrom('published_readers').where('node_id', '=', nodeId).execute();
  await tx.deleteFrom('published_readers').where('at', '<', staleBefore).execute();
  if (counts.length === 0) return;
  await tx
    .insertInto('published_readers')
    .values(
      counts.map(({ linkId, documentId, readers }) => ({
        link_id: linkId,
        node_id: nodeId,
        document_id: documentId,
        readers,
        at,
      })),
    )
    .execute();
}

/** By link id: the readers on other nodes, as far as those have repeated their numbers since `since` (ms). */
export async function readersElsewhere(
  db: Db,
  nodeId: string,
  linkIds: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (linkIds.length === 0) return counts;
  const rows = await db
    .selectFrom('published_readers')
    .select(['link_id', 'readers'])
    .where(among(db, 'link_id', linkIds))
    .where('node_id', '!=', nodeId)
    .where('at', '>=', since)
    .execute();
  for (const { link_id, readers } of rows) counts.set(link_id, (counts.get(link_id) ?? 0) + readers);
  return counts;
}
