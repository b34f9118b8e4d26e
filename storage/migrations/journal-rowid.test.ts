import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { openStorage } from '../storage.ts';
import { makeEarlier } from './earlier.test-support.ts';

const folder = temporaryFolder('rowid');
afterAll(() => folder.remove());

const rows = `insert into journal values ('doc', 1, 'w1', 'changeset', null, 5, 7, x'0102');
  insert into editor_edits values ('doc', 'tab', 3, 5, '[]')`;

test('the rows of an earlier database keep their values and get a rowid', async () => {
  makeEarlier(folder.path, 'identities', rows);
  const storage = await openStorage({ dataDir: folder.path });
  const { rows: journal } = await sql`select rowid, * from journal`.execute(storage.db);
  expect(journal).toEqual([
    { rowid: 1, document_id: 'doc', seq: 1, write_id: 'w1', kind: 'changeset', actor: null, at: 5, checksum: 7, bytes: new Uint8Array([1, 2]) }, // prettier-ignore
  ]);
  const { rows: edits } = await sql`select rowid, * from editor_edits`.execute(storage.db);
  expect(edits).toEqual([{ rowid: 1, document_id: 'doc', tab_id: 'tab', rev: 3, at: 5, edits: '[]' }]);
  await expect(storage.transact((tx) => sql`insert into journal select * from journal`.execute(tx))).rejects.toThrow();
  await storage.close();
});
