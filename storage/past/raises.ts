/** The journal rows and packs of a document by the revisions that they raise: so a moment is found by its revision, and the reverse. */
import type { JournalKind } from '../journal.ts';
import type { Db } from '../tables.ts';
import { parsed } from './keep-past.ts';
import { raisedRevs } from './raised-revs.ts';
import { type PackRevs, rangesOf } from './row-pack.ts';

/** A row or a pack, from `seq` on. `revs`: null if they are unknown. */
type Raise = { readonly kind: 'row' | 'pack'; readonly seq: number; readonly at: number; readonly revs: PackRevs };

/**
 * Those with rows after a position and up to another, in order. The journal is read before the packs, because rows only move from it to
 * them: a row that moves in between is in both.
 */
export async function raisesBetween(
  db: Db,
  documentId: string,
  { after, upTo = Number.MAX_SAFE_INTEGER }: { readonly after: number; readonly upTo?: number | undefined },
): Promise<Raise[]> {
  const rows = await db
    .selectFrom('journal')
    .select(['seq', 'at', 'kind', 'actor'])
    .where('document_id', '=', documentId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .execute();
  const packs = await db
    .selectFrom('journal_packs')
    .select(['seq', 'at', 'revs'])
    .where('document_id', '=', documentId)
    .where('last_seq', '>', after)
    .where('seq', '<=', upTo)
    .execute();
  const raises = [
    ...rows.map(({ seq, at, kind, actor }): Raise => {
      const revs = raisedRevs({ kind: kind as JournalKind, actor: parsed(actor) });
      return { kind: 'row', seq, at, revs: rangesOf([{ revs }]) };
    }),
    ...packs.map(({ seq, at, revs }): Raise => ({ kind: 'pack', seq, at, revs: JSON.parse(revs ?? 'null') as PackRevs })),
  ];
  return raises.toSorted((a, b) => a.seq - b.seq);
}
