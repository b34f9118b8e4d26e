/** The bytes that a changeset adds to the disk: its journal row and its record. */
import { sql } from 'kysely';

import type { Storage } from '#storage/storage.ts';

/** The mean over all changesets of the installation, bytes. */
export async function storedBytes({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select avg(length(j.bytes) + length(c.text) + length(c.results) + length(c.lint) + length(c.edits)) as bytes
    from changesets c join journal j on j.document_id = c.document_id and j.seq = c.seq`.execute(db);
  return Math.round(Number(rows[0]?.bytes ?? 0));
}
