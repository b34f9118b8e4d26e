/** The contract for the presence of agents. */
import { describe, expect, test } from 'vitest';

import {
  agentsAmong,
  type AgentPresence,
  deleteAgentPresence,
  deleteExpiredPresence,
  extendAgentPresence,
  putAgentPresence,
} from '../agent-presence.ts';
import { restoreDocument, trashDocument } from '../documents.ts';
import { deleteMember, putMember } from '../members.ts';
import type { Db } from '../storage.ts';
import { sweepShortLived } from '../retention.ts';
import { deleteTabRow } from '../tabs.ts';
import { insertToken, revokeToken } from '../tokens.ts';
import { awkward, type ContractDatabase, hash } from './contract-database.ts';

const t0 = 1_000_000;
const ttl = 30_000;

export function presenceContract(database: ContractDatabase): void {
  const transact = <T>(work: (tx: Db) => Promise<T>): Promise<T> => database.storage.transact(work);
  const shown = async (documentId: string, now: number): Promise<string[]> =>
    (await agentsAmong(database.storage.db, [documentId], now)).map(({ tokenId, tabId }) => `${tokenId} ${tabId}`);

  async function agent(userId: string, expiresAt: number | null = null): Promise<string> {
    const id = database.newId('tok');
    const token = { id, userId, name: 'ci', access: 'full' as const, documents: null, hash: hash(id), createdAt: 1 };
    await transact((tx) => insertToken(tx, { ...token, lastUsedAt: null, expiresAt, revokedAt: null }));
    return id;
  }
  const presence = (
    of: Pick<AgentPresence, 'documentId' | 'userId' | 'tokenId'>,
    more: Partial<AgentPresence> = {},
  ): AgentPresence => ({ ...of, tabId: 'tab_1', status: null, focus: [], expiresAt: t0 + ttl, setAt: t0, ...more });

  describe('presence of agents', () => {
    test('AP1 the presence that was set last is shown until it expires', async () => {
      const { documentId, userId } = await database.newDocument();
      const of = { documentId, userId, tokenId: await agent(userId) };
      const other = { ...of, tokenId: await agent(userId) };
      await transact(async (tx) => {
        await putAgentPresence(tx, presence(of, { status: 'old', focus: ['a~00000000'] }));
        await putAgentPresence(tx, presence(of, { status: awkward, focus: [awkward], setAt: t0 + 1 }));
        await putAgentPresence(tx, presence(of, { tabId: 'tab_2', expiresAt: t0 + 1_000, setAt: t0 + 2 }));
        await putAgentPresence(tx, presence(other, { setAt: t0 + 3 }));
      });
      const [first, second, third] = await agentsAmong(database.storage.db, [documentId, 'doc_none'], t0);
      const user = { id: userId, name: 'Ada', color: '#c2410c' };
      expect(first).toEqual({ ...presence(other, { setAt: t0 + 3 }), userId: undefined, user });
      expect([second?.tabId, third?.status, third?.focus]).toEqual(['tab_2', awkward, [awkward]]);
      expect(await shown(documentId, t0 + 999)).toHaveLength(3);
      expect(await shown(documentId, t0 + 1_000)).toEqual([`${other.tokenId} tab_1`, `${of.tokenId} tab_1`]);
      expect(await shown(documentId, t0 + ttl)).toEqual([]);
      expect(await agentsAmong(database.storage.db, [], t0)).toEqual([]);
    });

    test('AP3 a presence that would expire later than is possible, because a clock went back, is not shown', async () => {
      const { documentId, userId } = await database.newDocument();
      const of = { documentId, userId, tokenId: await agent(userId) };
      await transact((tx) => putAgentPresence(tx, presence(of, { expiresAt: t0 + 120_000 })));
      expect(await shown(documentId, t0 - 59_000)).toHaveLength(1);
      expect(await shown(documentId, t0 - 61_000)).toEqual([]);
    });

    test('AP2 a presence ends with its token, with its owner’s access, and with the document', async () => {
      const { documentId } = await database.newDocument();
      const { userId: guest } = await database.newDocument();
      await transact((tx) => putMember(tx, { documentId, userId: guest, level: 'viewer', tabs: null, at: 1 }));
      const of = { documentId, userId: guest, tokenId: await agent(guest, t0 + 10) };
      await transact((tx) => putAgentPresence(tx, presence(of)));
      const stays = [`${of.tokenId} tab_1`];
      expect([await shown(documentId, t0 + 9), await shown(documentId, t0 + 10)]).toEqual([stays, []]);
      await transact((tx) => deleteMember(tx, documentId, guest));
      expect(await shown(documentId, t0)).toEqual([]);
      await transact((tx) => putMember(tx, { documentId, userId: guest, level: 'viewer', tabs: null, at: 1 }));
      await transact((tx) => trashDocument(tx, documentId, t0));
      expect(await shown(documentId, t0)).toEqual([]);
      await transact((tx) => restoreDocument(tx, documentId));
      expect(await shown(documentId, t0)).toEqual(stays);
      await transact((tx) => revokeToken(tx, of.tokenId, null, t0));
      expect(await shown(documentId, t0)).toEqual([]);
    });

    test('AP4 extending a presence never shortens, creates or revives it', async () => {
      const { documentId, userId } = await database.newDocument();
      const of = { documentId, userId, tokenId: await agent(userId) };
      const keep = (now: number, tabId = 'tab_1') =>
        transact((tx) => extendAgentPresence(tx, { documentId, tokenId: of.tokenId, tabId, now, until: now + 30_000 }));
      expect(await keep(t0)).toBe(false);
      await transact((tx) => putAgentPresence(tx, presence(of, { expiresAt: t0 + 1_000 })));
      expect([await keep(t0, 'tab_2'), await keep(t0 + 999), await keep(t0)]).toEqual([false, true, false]);
      expect(await shown(documentId, t0 + 30_998)).toHaveLength(1);
      expect([await keep(t0 + 30_999), await shown(documentId, t0 + 30_999)]).toEqual([false, []]);
    });

    test('a presence is cleared, deleted once expired, swept, and deleted with its tab', async () => {
      const { documentId, userId } = await database.newDocument();
      const of = { documentId, userId, tokenId: await agent(userId) };
      const rows = async (): Promise<string[]> => {
        const presences = await database.storage.db
          .selectFrom('agent_presence')
          .select('tab_id')
          .where('document_id', '=', documentId)
          .execute();
        return presences.map(({ tab_id }) => tab_id).toSorted();
      };
      await transact(async (tx) => {
        for (const [tabId, expiresAt] of [
          ['tab_1', t0 + 1],
          ['tab_2', t0 + 2],
          ['tab_3', t0 + 3],
          ['tab_4', t0 + 99],
          ['tab_5', t0 + 99],
        ] as const)
          await putAgentPresence(tx, presence(of, { tabId, expiresAt }));
      });
      await transact((tx) => deleteExpiredPresence(tx, documentId, t0 + 1));
      expect(await rows()).toEqual(['tab_2', 'tab_3', 'tab_4', 'tab_5']);
      await sweepShortLived(database.storage, t0 + 3);
      expect(await rows()).toEqual(['tab_3', 'tab_4', 'tab_5']);
      await transact((tx) => deleteTabRow(tx, documentId, 'tab_4'));
      const clear = (tabId: string) => transact((tx) => deleteAgentPresence(tx, { ...of, tabId }, t0 + 3));
      expect([await clear('tab_3'), await clear('tab_4'), await clear('tab_5'), await clear('tab_5')]).toEqual([
        false,
        false,
        true,
        false,
      ]);
      expect(await rows()).toEqual([]);
    });
  });
}
