import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { insertDocument } from '#storage/documents.ts';
import { deleteMember, putMember } from '#storage/members.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertToken, revokeToken } from '#storage/tokens.ts';
import { addPerson } from '#test/harness/people.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { AccessWatch, type WatchedVisitor } from './access-watch.ts';
import type { AgentActor } from './actor.ts';
import { type CurrentAccess, currentAccess } from './current-access.ts';

const folder = temporaryFolder('watch');
let storage: Storage;
let agent: AgentActor;
let documentId: string;
let now = Date.now();

beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  const { id: userId, name, color } = await addPerson(storage, 'Ada');
  documentId = newId('doc');
  await storage.transact((tx) => insertDocument(tx, { id: documentId, name: 'One', ownerId: userId, at: 1 }));
  agent = { kind: 'agent', userId, name, color, tokenId: '', access: 'full', documents: null };
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

async function visitor(expiresAt: number | null = null): Promise<WatchedVisitor & { readonly actor: AgentActor }> {
  const id = newId('tok');
  const token = { id, userId: agent.userId, name: 'x', access: 'full' as const, documents: null, hash: id };
  await storage.transact((tx) => insertToken(tx, { ...token, createdAt: 1, lastUsedAt: null, expiresAt, revokedAt: null }));
  return { documentId, actor: { ...agent, tokenId: id } };
}

const revoke = (of: WatchedVisitor & { readonly actor: AgentActor }) =>
  storage.transact((tx) => revokeToken(tx, of.actor.tokenId, null, 1));

/** A watch that is polled by hand, with what it judged. */
async function watchOn() {
  const said: string[] = [];
  const watch = new AccessWatch({ db: storage.db, now: () => now, log: { warn: (_data, message) => void said.push(message) } });
  await watch.start();
  watch.close();
  const judged: [WatchedVisitor, CurrentAccess][] = [];
  const enter = (who: WatchedVisitor, mark = watch.mark, until: number | null = null): void =>
    watch.enter(who, { mark, until }, (standing) => void judged.push([who, standing]));
  return { watch, judged, enter, said };
}

describe('access-watch', () => {
  test('[H1] judges those whom a change concerns, and nobody else', async () => {
    const { watch, judged, enter } = await watchOn();
    const [one, two] = [await visitor(), await visitor()];
    enter(one);
    enter(two);
    enter({ ...one, documentId: newId('doc') });
    await watch.poll();
    expect(judged).toEqual([]);
    await revoke(one);
    await watch.poll();
    expect(judged.map(([who, standing]) => [who.actor, standing])).toEqual([
      [one.actor, 'unauthenticated'],
      [one.actor, 'unauthenticated'],
    ]);
    await storage.transact((tx) => putMember(tx, { documentId, userId: agent.userId, level: 'viewer', tabs: null, at: 1 }));
    await watch.poll();
    expect(judged.slice(2)).toEqual([
      [one, 'unauthenticated'],
      [two, { access: { level: 'viewer', tabs: null }, until: null }],
    ]);
    watch.leave(two);
    await storage.transact((tx) => deleteMember(tx, documentId, agent.userId));
    await watch.poll();
    expect(judged.slice(4)).toEqual([[one, 'unauthenticated']]);
    await storage.transact((tx) => putMember(tx, { documentId, userId: agent.userId, level: 'owner', tabs: null, at: 1 }));
  });

  test('[H2] a credential is judged again at its end, and not before', async () => {
    const { watch, judged, enter } = await watchOn();
    const who = await visitor(now + 10_000);
    enter(who, watch.mark, now + 10_000);
    enter(await visitor(now + 20_000), watch.mark, now + 20_000);
    now += 9_999;
    await watch.poll();
    expect(judged).toEqual([]);
    now += 1;
    await watch.poll();
    expect(judged).toEqual([[who, 'unauthenticated']]);
  });

  test('[H3] a change that comes between the judging and the entry is not missed', async () => {
    const { watch, judged, enter } = await watchOn();
    const who = await visitor();
    const { mark } = watch;
    expect(await currentAccess(storage.db, who.actor, documentId, now)).toMatchObject({ until: null });
    await revoke(who);
    await watch.poll();
    expect(judged).toEqual([]);
    enter(who, mark);
    await expect.poll(() => judged).toEqual([[who, 'unauthenticated']]);
  });

  test('[H4] what the database does not answer is judged at the next poll', async () => {
    const { watch, judged, enter, said } = await watchOn();
    const who = await visitor();
    enter(who);
    await revoke(who);
    const rename = (from: string, to: string) =>
      storage.transact((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx));
    // As a database that goes away between the log and the judging.
    await rename('tokens', 'away');
    await watch.poll();
    expect([judged, said.length]).toEqual([[], 1]);
    await rename('away', 'tokens');
    await watch.poll();
    expect([judged, said.length]).toEqual([[[who, 'unauthenticated']], 1]);
  });
});
