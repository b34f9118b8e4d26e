/** The contract for clients that registered themselves, and for the codes and tokens of grants. */
import { describe, expect, test } from 'vitest';

import {
  clientById,
  grantByAccessHash,
  insertClient,
  insertOAuthSecret,
  markClientUsed,
  oauthSecretByHash,
  useOAuthSecret,
} from '../oauth.ts';
import { type Db, openStorage } from '../storage.ts';
import { insertToken, listTokens } from '../tokens.ts';
import { awkward, type ContractDatabase, hash } from './contract-database.ts';

export function grantsContract(database: ContractDatabase): void {
  const transact = <T>(work: (tx: Db) => Promise<T>): Promise<T> => database.storage.transact(work);

  describe('grants', () => {
    test('of clients that were never given access only the newest are kept', async () => {
      const ids = Array.from({ length: 5 }, (_, index) => `client_kept_${index}`);
      for (const [at, id] of ids.entries()) {
        await transact((tx) =>
          insertClient(tx, { id, name: awkward, redirectUris: ['https://a.example/'] }, { at, unusedMax: 3 }),
        );
        if (at === 0) await transact((tx) => markClientUsed(tx, id, 9));
      }
      const kept = await Promise.all(ids.map((id) => clientById(database.storage.db, id)));
      expect(kept.map((client) => client !== null)).toEqual([true, false, true, true, true]);
      expect(kept[4]).toEqual({ id: 'client_kept_4', name: awkward, redirectUris: ['https://a.example/'] });
    });

    test('an access token leads to its grant until it expires; codes and refresh tokens do not', async () => {
      const { userId } = await database.newDocument();
      const id = database.newId('tok');
      const client = { id: 'https://claude.ai/client.json', name: 'Claude', host: 'claude.ai' };
      const times = { createdAt: 1, lastUsedAt: null, expiresAt: 99, revokedAt: null };
      const grant = { id, userId, name: 'Claude', access: 'read' as const, documents: null, hash: `grant:${id}`, client };
      const common = { tokenId: id, data: { n: 1 }, createdAt: 1, expiresAt: 10 };
      await transact(async (tx) => {
        await insertToken(tx, { ...grant, ...times });
        for (const kind of ['code', 'access', 'refresh'] as const)
          await insertOAuthSecret(tx, { ...common, kind, hash: hash(`${kind} ${userId}`) });
      });
      const grantOf = (kind: string, now: number) => grantByAccessHash(database.storage.db, hash(`${kind} ${userId}`), now);
      expect(await grantOf('access', 9)).toEqual({
        ...grant,
        ...times,
        fence: null,
        handle: null,
        handFrom: null,
        owner: { name: 'Ada', color: '#c2410c' },
      });
      expect(await grantOf('access', 10)).toBeNull();
      expect(await Promise.all([grantOf('code', 9), grantOf('refresh', 9)])).toEqual([null, null]);
      expect(await oauthSecretByHash(database.storage.db, hash(`code ${userId}`))).toMatchObject({ ...common, usedAt: null });
    });

    test('an expired grant is no longer listed, and an expired token is', async () => {
      const { userId } = await database.newDocument();
      const [grantId, tokenId] = [database.newId('tok'), database.newId('tok')];
      const common = {
        userId,
        access: 'read' as const,
        documents: null,
        createdAt: 1,
        lastUsedAt: null,
        expiresAt: 50,
        revokedAt: null,
      };
      const client = { id: 'https://claude.ai/client.json', name: 'Claude', host: 'claude.ai' };
      await transact(async (tx) => {
        await insertToken(tx, { ...common, id: grantId, name: 'Claude', hash: `grant:${grantId}`, client });
        await insertToken(tx, { ...common, id: tokenId, name: 'Script', hash: hash(tokenId) });
      });
      const listed = async (now: number) => (await listTokens(database.storage.db, userId, now)).map(({ id }) => id);
      expect(new Set(await listed(49))).toEqual(new Set([grantId, tokenId]));
      expect(await listed(50)).toEqual([tokenId]);
    });

    test('of many nodes that use a code at the same time, one does', async () => {
      const code = hash(`raced ${database.newId('tok')}`);
      const common = { kind: 'code', tokenId: null, data: null, createdAt: 1, expiresAt: 10 } as const;
      await transact((tx) => insertOAuthSecret(tx, { ...common, hash: code }));
      const node = await openStorage(database.config);
      const used = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          (at % 2 === 0 ? database.storage : node).transact((tx) => useOAuthSecret(tx, code, `tok_${at}`, at)),
        ),
      );
      expect(used.filter((isFirst) => isFirst)).toHaveLength(1);
      expect((await oauthSecretByHash(database.storage.db, code))?.tokenId).toBe(`tok_${used.indexOf(true)}`);
      await node.close();
    });
  });
}
