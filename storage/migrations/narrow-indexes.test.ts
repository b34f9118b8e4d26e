import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { auditOf } from '../audit.ts';
import { changesetById, insertChangeset, listChangesets, type StoredChangesetDetail } from '../changesets.ts';
import { appendEvent, eventsAfter, lastPosition } from '../outbox.ts';
import { openStorage, type Storage } from '../storage.ts';
import { changesAfter, changesOfElement } from '../tab-changes.ts';
import { raiseRev } from '../tabs.ts';
import { touchesSince } from '../touches.ts';
import { makeEarlier } from './earlier.test-support.ts';

const documentId = 'doc_0mb0000000aaaaabbbbb';
const tabId = 'tab_0mb0000000cccccddddd';
const element = 'box~12345678';

/** A changeset at revision 1, with its touch, its event and its row in the audit log. */
const rows = `
  insert into users values ('user', 'Ada', '#c2410c', null, null, 1);
  insert into documents (id, name, name_folded, owner_id, seq, created_at, updated_at) values ('${documentId}', 'D', 'd', 'user', 1, 1, 1);
  insert into tabs (document_id, tab_id, rev, kept_from, created_at) values ('${documentId}', '${tabId}', 1, 0, 1);
  insert into changesets values ('cs_1', '${documentId}', '${tabId}', 1, 1, 0, null, 'Ada', '#c2410c', 'user', null, 0, null, 1, 0, 0,
    null, 9, 'text', '[]', '{}', '[{"id":"${element}"}]', null);
  insert into touches values ('${documentId}', '${tabId}', '${element}', 1, 'Ada', '#c2410c', 'user', 'cs_1', 9);
  insert into audit values (7, 9, 'changeset.apply', 'person', 'user', null, '${documentId}', 'cs_1', null, null);
  insert into outbox values (41, '${documentId}', 'changeset', '${tabId}', 9, '{}');
  insert into outbox values (42, 'doc_other', 'changeset', null, 9, '{}')`;

const folder = temporaryFolder('narrow');
let storage: Storage;
beforeAll(async () => {
  makeEarlier(folder.path, 'journal-rowid', rows);
  storage = await openStorage({ dataDir: folder.path });
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

test('changesets, events and the audit log of an earlier version are found', async () => {
  expect((await listChangesets(storage.db, documentId, { limit: 9, since: 0 })).changesets).toMatchObject([{ id: 'cs_1' }]);
  expect((await listChangesets(storage.db, documentId, { limit: 9, since: 0, tab: tabId })).changesets).toHaveLength(1);
  expect(await changesAfter(storage.db, { documentId, tabId, rev: 0, limit: 9 })).toMatchObject([{ rev: 1 }]);
  const query = { documentId, tabId, elementId: element, since: 0, before: 2, look: 9 };
  expect((await changesOfElement(storage.db, query)).found).toHaveLength(1);
  expect(await touchesSince(storage.db, documentId, tabId, 0)).toMatchObject([
    { elementId: element, rev: 1, changesetId: 'cs_1' },
  ]);
  expect(await auditOf(storage.db, documentId, 9)).toMatchObject([{ subject: 'cs_1' }]);
  expect(await eventsAfter(storage.db, documentId, 0, 9)).toMatchObject([{ position: 41 }]);
  expect(await lastPosition(storage.db, documentId)).toBe(41);
});

test('what is written after the migration follows what was there', async () => {
  const earlier = await changesetById(storage.db, documentId, 'cs_1', 0);
  const next: StoredChangesetDetail = { ...earlier!, id: 'cs_2', seq: 2, rev: 2, previousRev: 1 };
  await storage.transact(async (tx) => {
    expect(await raiseRev(tx, documentId, tabId, 10)).toBe(2);
    await insertChangeset(tx, next, [element]);
    expect(await appendEvent(tx, { documentId, type: 'changeset', tabId, data: {}, at: 10 })).toBe(43);
  });
  expect(await touchesSince(storage.db, documentId, tabId, 0)).toMatchObject([
    { elementId: element, rev: 2, changesetId: 'cs_2' },
  ]);
  expect(await touchesSince(storage.db, documentId, tabId, 1, [element])).toMatchObject([{ rev: 2 }]);
});

test('the queries use the indexes', async () => {
  const planOf = async (query: string): Promise<string> => {
    const { rows: steps } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(storage.db);
    return steps.map(({ detail }) => detail).join('; ');
  };
  const has = (column: string, id: string): string => `substr("${column}", -5) = substr('${id}', -5) and "${column}" = '${id}'`;
  const events = await planOf(`select * from outbox where ${has('document_id', documentId)} and position > 3 order by position`);
  expect(events).toBe('SEARCH outbox USING INDEX outbox_of_document (<expr>=? AND rowid>?)');
  const list = await planOf(
    `select * from changesets where ${has('document_id', documentId)} and created_at > 3 order by seq desc`,
  );
  expect(list).toBe('SEARCH changesets USING INDEX changesets_of_document (<expr>=?)');
  const tab = await planOf(
    `select * from changesets where document_id = 'd' and ${has('tab_id', tabId)} and rev > 3 order by rev`,
  );
  expect(tab).toBe('SEARCH changesets USING INDEX changesets_of_tab (<expr>=? AND rev>?)');
});
