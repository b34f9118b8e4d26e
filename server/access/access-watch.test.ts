import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { insertDocument } from '#storage/documents.ts';
import { deleteMember, putMember } from '#storage/members.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertToken, revokeToken } from '#storage/tokens.ts';
import { changeUser } from '#storage/users.ts';
import { addPerson } from '#test/harness/people.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { AccessWatch } from './access-watch.ts';
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

type AgentVisitor = { readonly documentId: string; readonly actor: AgentActor };

async function visitor(expiresAt: number | null = null): Promise<AgentVisitor> {
  const id = newId('tok');
  const token = { id, userId: agent.userId, name: 'x', access: 'full' as const, documents: null, hash: id };
  await storage.transact((tx) => insertToken(tx, { ...token, createdAt: 1, lastUsedAt: null, expiresAt, revokedAt: null }));
  return { documentId, actor: { ...agent, tokenId: id } };
}

const revoke = (of: AgentVisitor) => storage.transact((tx) => revokeToken(tx, of.actor.tokenId, null, 1));

/** A watch that is polled by hand, with the results of its checks and its warnings. */
async function newWatch() {
  const warnings: string[] = [];
  const watch = new AccessWatch({
    db: storage.db,
    now: () => now,
    log: { warn: (_data, message) => void warnings.push(message) },
  });
  await watch.start();
  watch.close();
  const checks: [AgentVisitor, CurrentAccess][] = [];
  const enter = (entering: AgentVisitor, version = watch.version, until: number | null = null): void =>
    watch.enter(entering, { version, until }, (access) => void checks.push([entering, access]));
  return { watch, checks, enter, warnings };
}

describe('access-watch', () => {
  test('[AC13] a change leads to checks of the connections it concerns and no others', async () => {
    const { watch, checks, enter } = await newWatch();
    const [one, two] = [await visitor(), await visitor()];
    enter(one);
    enter(two);
    enter({ ...one, documentId: newId('doc') });
    await watch.poll();
    expect(checks).toEqual([]);
    await revoke(one);
    await watch.poll();
    expect(checks.map(([{ actor }, access]) => [actor, access])).toEqual([
      [one.actor, 'unauthenticated'],
      [one.actor, 'unauthenticated'],
    ]);
    await storage.transact((tx) => putMember(tx, { documentId, userId: agent.userId, level: 'viewer', tabs: null, at: 1 }));
    await watch.poll();
    expect(checks.slice(2)).toEqual([
      [one, 'unauthenticated'],
      [two, { access: { level: 'viewer', tabs: null }, until: null, author: { name: agent.name, color: agent.color } }],
    ]);
    watch.leave(two);
    await storage.transact((tx) => deleteMember(tx, documentId, agent.userId));
    await watch.poll();
    expect(checks.slice(4)).toEqual([[one, 'unauthenticated']]);
    await storage.transact((tx) => putMember(tx, { documentId, userId: agent.userId, level: 'owner', tabs: null, at: 1 }));
  });

  test('[AC35] a new name or color leads to checks of the connections of that person, which have them', async () => {
    const { watch, checks, enter } = await newWatch();
    const [watched, someone] = [await visitor(), await addPerson(storage, 'Grace')];
    enter(watched);
    await storage.transact((tx) => changeUser(tx, someone.id, { name: 'Hopper' }));
    await watch.poll();
    expect(checks).toEqual([]);
    await storage.transact((tx) => changeUser(tx, agent.userId, { name: 'Ada Lovelace', color: '#1d4ed8' }));
    await watch.poll();
    const author = { name: 'Ada Lovelace', color: '#1d4ed8' };
    expect(checks).toEqual([[watched, { access: { level: 'owner', tabs: null }, until: null, author }]]);
    await storage.transact((tx) => changeUser(tx, agent.userId, { name: agent.name, color: agent.color }));
  });

  test('[AC14] a credential is checked again when it expires, and not before', async () => {
    const { watch, checks, enter } = await newWatch();
    const watched = await visitor(now + 10_000);
    enter(watched, watch.version, now + 10_000);
    enter(await visitor(now + 20_000), watch.version, now + 20_000);
    now += 9_999;
    await watch.poll();
    expect(checks).toEqual([]);
    now += 1;
    await watch.poll();
    expect(checks).toEqual([[watched, 'unauthenticated']]);
  });

  test('[AC15] a change between authorizing a connection and its entry is not missed', async () => {
    const { watch, checks, enter } = await newWatch();
    const watched = await visitor();
    const { version } = watch;
    expect(await currentAccess(storage.db, watched.actor, documentId, now)).toMatchObject({ until: null });
    await revoke(watched);
    await watch.poll();
    expect(checks).toEqual([]);
    enter(watched, version);
    await expect.poll(() => checks).toEqual([[watched, 'unauthenticated']]);
  });

  test('[AC16] a check that the database does not answer is repeated at the next poll', async () => {
    const { watch, checks, enter, warnings } = await newWatch();
    const watched = await visitor();
    enter(watched);
    await revoke(watched);
    const rename = (from: string, to: string) =>
      storage.transact((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx));
    // Like a database that goes away after the log was read and before the check.
    await rename('tokens', 'away');
    await watch.poll();
    expect([checks, warnings.length]).toEqual([[], 1]);
    await rename('away', 'tokens');
    await watch.poll();
    expect([checks, warnings.length]).toEqual([[[watched, 'unauthenticated']], 1]);
  });
});
