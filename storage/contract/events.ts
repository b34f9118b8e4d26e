/** The contract for stored answers, live events, the audit log and settings. */
import { setImmediate as eventLoopTurn } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { auditOf, insertAudit } from '../audit.ts';
import { storedReply, storeReply } from '../idempotency.ts';
import { lockDocument } from '../journal.ts';
import { appendEvent, eventsAfter, lastPosition } from '../outbox.ts';
import { getSetting, putSetting } from '../settings.ts';
import { openStorage, type Storage } from '../storage.ts';
import { type ContractDatabase } from './contract-database.ts';

export function eventsContract(database: ContractDatabase): void {
  describe('answers, events, audit, settings', () => {
    test('IK1 of concurrent calls with one key one stores its answer, and the others see it', async () => {
      const scope = database.newId('scope');
      const node = await openStorage(database.config);
      const call = (on: Storage, answer: number) =>
        on.transact((tx) => storeReply(tx, { scope, fingerprint: 'f', answer: { answer }, at: 100 }, 50));
      const stored = await Promise.all(Array.from({ length: 10 }, (_, i) => call(i % 2 === 0 ? database.storage : node, i)));
      expect(stored.filter(Boolean)).toHaveLength(1);
      expect(await storedReply(database.storage.db, scope, 50)).toEqual({
        scope,
        fingerprint: 'f',
        answer: { answer: stored.indexOf(true) },
        at: 100,
      });
      await node.close();
    });

    test('IK2 an answer that is too old is ignored and replaced', async () => {
      const scope = database.newId('scope');
      const store = (at: number, since: number) =>
        database.storage.transact((tx) => storeReply(tx, { scope, fingerprint: `f${at}`, answer: [at], at }, since));
      expect(await store(100, 0)).toBe(true);
      expect(await storedReply(database.storage.db, scope, 101)).toBeNull();
      expect(await store(200, 100)).toBe(false);
      expect(await store(200, 101)).toBe(true);
      expect(await storedReply(database.storage.db, scope, 101)).toMatchObject({ fingerprint: 'f200', answer: [200] });
    });

    test('OB1 a reader that runs beside the writers reads each event of a document once, in commit order', async () => {
      const { documentId } = await database.newDocument();
      const other = await database.newDocument();
      const node = await openStorage(database.config);
      const write = (on: Storage, document: string, n: number) =>
        on.transact(async (tx) => {
          await lockDocument(tx, document);
          return appendEvent(tx, { documentId: document, type: 'comment', tabId: null, data: { n }, at: 1 });
        });
      const writers = Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          write(n % 2 === 0 ? database.storage : node, n % 4 === 3 ? other.documentId : documentId, n),
        ),
      );
      const seen: number[] = [];
      let position = await lastPosition(database.storage.db, 'doc_none');
      expect(position).toBe(0);
      while (seen.length < 30) {
        await eventLoopTurn();
        for (const event of await eventsAfter(database.storage.db, documentId, position, 4)) {
          expect(event.position).toBeGreaterThan(position);
          position = event.position;
          seen.push((event.data as { n: number }).n);
        }
      }
      await writers;
      expect(new Set(seen).size).toBe(30);
      expect(await eventsAfter(database.storage.db, documentId, position, 4)).toEqual([]);
      expect(await lastPosition(database.storage.db, documentId)).toBe(position);
      await node.close();
    });

    test('audit entries are listed newest first', async () => {
      const { documentId } = await database.newDocument();
      const entry = {
        at: 1,
        action: 'changeset.apply',
        actorKind: 'agent',
        userId: 'user_1',
        tokenId: 'tok_1',
        documentId,
        subject: 'cs_1',
        requestId: 'r',
        data: { n: 1 },
      };
      await database.storage.transact(async (tx) => {
        await insertAudit(tx, entry);
        await insertAudit(tx, { ...entry, subject: null, data: null });
      });
      expect(await auditOf(database.storage.db, documentId, 5)).toEqual([{ ...entry, subject: null, data: null }, entry]);
    });

    test('all nodes that choose a setting at the same time get the same value', async () => {
      const node = await openStorage(database.config);
      const chosen = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          (i % 2 === 0 ? database.storage : node).transact((tx) => putSetting(tx, 'secret', `v${i}`)),
        ),
      );
      expect(new Set(chosen).size).toBe(1);
      expect(await getSetting(node.db, 'secret')).toBe(chosen[0]);
      await node.close();
    });
  });
}
