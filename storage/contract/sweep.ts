/** The contract for the sweep. */
import { describe, expect, test } from 'vitest';

import { documentById, insertDocument, trashDocument } from '../documents.ts';
import { storeReply } from '../idempotency.ts';
import { appendJournal } from '../journal.ts';
import { insertClient, insertOAuthSecret, markClientUsed } from '../oauth.ts';
import { appendEvent, eventsAfter } from '../outbox.ts';
import { insertSession, insertSignInCode } from '../sessions.ts';
import { loadState, writeSnapshot } from '../snapshots.ts';
import { openStorage, type Storage } from '../storage.ts';
import { sweepHistory, sweepShortLived } from '../retention.ts';
import { takeSweepTurn } from '../retention-schedule.ts';
import { insertEditorEdits } from '../tab-changes.ts';
import { insertTab, tabRev } from '../tabs.ts';
import { insertTicket } from '../tickets.ts';
import { insertTouches, touchesSince } from '../touches.ts';
import { insertUser } from '../users.ts';
import { day, type ContractDatabase, hash, person, row, touch } from './contract-database.ts';

const sweepExpired = async (storage: Storage, now: number) => ({
  ...(await sweepShortLived(storage, now)),
  ...(await sweepHistory(storage, now)),
});

export function sweepContract({ createEmpty }: ContractDatabase): void {
  describe('sweep', () => {
    test('RS1 OB2 a sweep deletes what has expired, and nothing else', async () => {
      const storage = await openStorage(await createEmpty());
      const now = 1_000 * day;
      const old = now - 31 * day;
      const keep = ['doc_new', 'doc_fresh'];
      await storage.transact(async (tx) => {
        await insertUser(tx, person('user_1'));
        for (const id of ['doc_old', 'doc_new', 'doc_fresh']) {
          await insertDocument(tx, { id, name: id, ownerId: 'user_1', at: old });
          await appendJournal(tx, { ...row(1), documentId: id, at: old });
          await writeSnapshot(tx, id, { seq: 1, bytes: new Uint8Array([1]), at: old }, 0);
          await insertTab(tx, { documentId: id, tabId: 'tab_1', at: old });
          await insertTouches(tx, { ...touch(id, 'tab_1', 3, ['a', 'b']), at: old });
          await insertTouches(tx, { ...touch(id, 'tab_1', 4, ['b']), at: now });
          await appendEvent(tx, { documentId: id, type: 'tab', tabId: null, data: { n: 1 }, at: old });
          await appendEvent(tx, { documentId: id, type: 'tab', tabId: null, data: { n: 2 }, at: id === 'doc_new' ? now : old });
          for (const [rev, at] of [
            [5, old],
            [6, now],
          ] as const)
            await insertEditorEdits(tx, { documentId: id, tabId: 'tab_2', rev, at, edits: [] });
          await insertTab(tx, { documentId: id, tabId: 'tab_2', at: old });
        }
        await trashDocument(tx, 'doc_old', old);
        await trashDocument(tx, 'doc_new', now - 29 * day);
        for (const expiresAt of [now, now + 1]) {
          const common = { hash: hash(`${expiresAt}`), createdAt: 1, expiresAt };
          await insertTicket(tx, { ...common, documentId: 'doc_new', actor: {}, access: {} });
          await insertSession(tx, { ...common, userId: 'user_1' });
          await insertSignInCode(tx, { ...common, userId: 'user_1' });
          const code = { ...common, kind: 'code', tokenId: null, data: null, expiresAt: expiresAt - day } as const;
          await insertOAuthSecret(tx, code);
        }
        for (const [id, at] of Object.entries({
          unused: now - 2 * day,
          fresh: now,
          used: now - 90 * day,
          forgotten: now - 190 * day,
        })) {
          await insertClient(tx, { id, name: id, redirectUris: [] }, { at, unusedMax: 10 });
          if (id === 'used' || id === 'forgotten') await markClientUsed(tx, id, at);
        }
        for (const at of [now - 25 * 3_600_000, now - 23 * 3_600_000]) {
          await storeReply(tx, { scope: `${at}`, fingerprint: 'f', answer: {}, at }, 0);
        }
      });
      // What expires exactly now is no longer answered, but only what expired before is deleted.
      const swept = await sweepExpired(storage, now + 1);
      expect(swept).toMatchObject({
        tickets: 1,
        sessions: 1,
        oauth_secrets: 1,
        oauth_clients: 2,
        sign_in_codes: 1,
        idempotency: 1,
        documents: 1,
      });
      expect(await documentById(storage.db, 'doc_old')).toBeNull();
      for (const id of keep) {
        expect(await loadState(storage.db, id)).toMatchObject({ seq: 1 });
        expect(await tabRev(storage.db, id, 'tab_1')).toMatchObject({ oldestRev: 3 });
        expect((await touchesSince(storage.db, id, 'tab_1', 3)).map(({ elementId }) => elementId)).toEqual(['b']);
      }
      expect(await eventsAfter(storage.db, 'doc_new', 0, 9)).toHaveLength(1);
      const clients = await storage.db.selectFrom('oauth_clients').select('id').orderBy('id').execute();
      expect(clients.map(({ id }) => id)).toEqual(['fresh', 'used']);
      // The newest event of a document stays.
      expect(await eventsAfter(storage.db, 'doc_fresh', 0, 9)).toMatchObject([{ data: { n: 2 } }]);
      const batches = await storage.db.selectFrom('editor_edits').select(['document_id', 'rev']).orderBy('document_id').execute();
      expect(batches).toEqual(keep.toSorted().map((id) => ({ document_id: id, rev: 6 })));
      for (const id of keep) expect(await tabRev(storage.db, id, 'tab_2')).toMatchObject({ oldestRev: 5 });
      for (const table of ['journal', 'snapshots', 'members'] as const) {
        const rows = await storage.db.selectFrom(table).select('document_id').execute();
        expect(rows.map(({ document_id }) => document_id).toSorted()).toEqual(keep.toSorted());
      }
      expect(await sweepExpired(storage, now + 1)).toMatchObject({ tickets: 0, documents: 0, touches: 0 });
      await storage.close();
    });

    test('RS2 of several nodes that ask at the same time one takes the turn', async () => {
      const config = await createEmpty();
      const nodes = await Promise.all([1, 2, 3].map(() => openStorage(config)));
      const now = Date.now();
      const turns = await Promise.all(nodes.map((node) => takeSweepTurn(node, now)));
      expect(turns.filter((turn) => 'hourly' in turn && turn.hourly)).toHaveLength(1);
      for (const node of nodes) await node.close();
    });

    test('RS1 a sweep deletes more rows than fit into one transaction', async () => {
      const storage = await openStorage(await createEmpty());
      await storage.transact(async (tx) => {
        for (let i = 0; i < 1_001; i += 1)
          await appendEvent(tx, { documentId: 'doc_1', type: 'tab', tabId: null, data: {}, at: i });
      });
      expect(await sweepExpired(storage, 2 * day)).toMatchObject({ outbox: 1_000 });
      await storage.close();
    });
  });
}
