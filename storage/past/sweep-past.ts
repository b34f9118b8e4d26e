/** Deletes the past of documents that is older than what is kept, except the snapshots of named versions. */
import { sql } from 'kysely';

import type { Storage } from '../storage.ts';

/**
 * Deletes what no moment since `before` (ms) needs: what precedes the newest snapshot from before that. Returns the number of deleted
 * packs and snapshots.
 */
export async function sweepPast(storage: Storage, before: number): Promise<number> {
  const { rows: documents } = await sql<{ document_id: string; seq: number }>`
    select document_id, max(seq) as seq from (
      select document_id, seq from snapshots where at <= ${before}
      union all select document_id, seq from past_snapshots where at <= ${before}
    ) as older group by document_id`.execute(storage.db);
  let swept = 0;
  for (const { document_id, seq } of documents) {
    const obsolete = await sql`
      select 1 from journal_packs where document_id = ${document_id} and last_seq <= ${seq}
      union all select 1 from past_snapshots where document_id = ${document_id} and seq < ${seq}
      limit 1`.execute(storage.db);
    if (obsolete.rows.length === 0) continue;
    swept += await storage.transact(async (tx) => {
      const packs = await sql`
        delete from journal_packs where document_id = ${document_id} and last_seq <= ${seq}`.execute(tx);
      const snapshots = await sql`
        delete from past_snapshots where document_id = ${document_id} and seq < ${seq} and not exists (
          select 1 from versions where versions.document_id = ${document_id} and versions.seq = past_snapshots.seq
        )`.execute(tx);
      return Number(packs.numAffectedRows ?? 0) + Number(snapshots.numAffectedRows ?? 0);
    });
  }
  return swept;
}
