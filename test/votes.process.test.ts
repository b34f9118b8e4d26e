/** Votes on real nodes: budgets under calls at the same time, and what a peer with an editor's connection learns of a private vote. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { VoteAnswer } from '#schema/vote.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from './harness/api.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addMember, addPerson, type TestAccount } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { SeededRandom, seedOf } from './harness/random.ts';
import { RawEditor } from './harness/raw-editor.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';
import { temporaryFolder } from './harness/temporary-folder.ts';
import { until } from './harness/editor.ts';

const seed = seedOf('votes');

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`votes on ${dialect === 'sqlite' ? 'one node with SQLite' : 'two nodes with PostgreSQL'} (seed ${seed})`, () => {
    const folder = temporaryFolder('votes');
    let postgres: TestPostgres | null = null;
    let redis: TestRedis | null = null;
    let storage: Storage;
    let nodes: NodeProcess[];
    let people: TestAccount[];
    beforeAll(async () => {
      if (dialect === 'postgres') [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
      const databaseUrl = await postgres?.createDatabase();
      const config = databaseUrl === undefined ? { dataDir: folder.path } : { databaseUrl };
      storage = await openStorage(config);
      people = await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => addPerson(storage, name)));
      const environment =
        databaseUrl === undefined ? { DATA_DIR: folder.path } : { DATABASE_URL: databaseUrl, REDIS_URL: redis?.url ?? '' };
      nodes = await Promise.all((dialect === 'sqlite' ? [0] : [0, 1]).map(() => startNodeProcess(environment)));
    });
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
      await storage.close();
      await Promise.all([postgres?.stop(), redis?.stop()]);
      folder.remove();
    });

    /** Calls of a person at the node with this number. */
    const at = (node: number, person: number): Api => new Api(nodes[node % nodes.length]!.url, people[person]!.token);

    async function drawing(): Promise<{ readonly place: { id: string; tab: string }; readonly path: string }> {
      const place = await at(0, 0).createDocument();
      for (const { id } of people.slice(1)) await addMember(storage, place.id, id, 'editor');
      const operations = Array.from({ length: 6 }, (_, n) => `add sticky "Idea ${n}" id=idea${n} at:${n * 300},0`);
      await at(0, 0).changeset(place, operations.join('\n'));
      return { place, path: `/documents/${place.id}/tabs/${place.tab}/vote` };
    }

    const rows = (documentId: string): Promise<object[]> =>
      storage.db.selectFrom('journal').select(['seq', 'actor']).where('document_id', '=', documentId).orderBy('seq').execute();

    test('APP182 no one exceeds their votes, however many calls are made at the same time on all nodes', async () => {
      const random = new SeededRandom(seed);
      const { path } = await drawing();
      await at(0, 0).call('POST', path, { votes: 5 });
      const calls = Array.from({ length: 90 }, (_, n) => {
        const body = { element: `idea${random.integer(0, 5)}`, votes: random.integer(0, 3) };
        return at(n, n % 3).call<VoteAnswer & { code?: string }>('PUT', `${path}/mine`, body);
      });
      const answers = await Promise.all(calls);
      expect(new Set(answers.map(({ body: { code } }) => code ?? 'placed'))).toEqual(new Set(['placed', 'votes_spent']));
      let all = 0;
      for (const [person] of people.entries()) {
        const { vote } = (await at(1, person).call<VoteAnswer>('GET', path)).body;
        const own = vote?.mine.reduce((sum, { votes }) => sum + votes, 0) ?? -1;
        expect([own + (vote?.left ?? -1), own <= 5]).toEqual([5, true]);
        all += own;
      }
      const { vote } = (await at(0, 1).call<VoteAnswer>('GET', path)).body;
      expect(vote?.totals?.reduce((sum, { votes }) => sum + votes, 0)).toBe(all);
    });

    test('APP183 a peer that keeps every byte learns of a private vote only that it began and ended', async () => {
      const { place, path } = await drawing();
      const peer = await new RawEditor(nodes.at(-1)!.url).synced(place.id, people[2]!.token);
      const bytes: Buffer[] = [];
      const notices = (): string[] => bytes.map((data) => data.toString('latin1')).filter((text) => text.includes('"vote"'));
      peer.socket.on('message', (data: Buffer) => bytes.push(data));
      await at(0, 0).call('POST', path, { votes: 3, private: true });
      await until(() => notices().length === 1, 10_000, 'the start is not announced');
      const before = bytes.length;
      const journaled = await rows(place.id);
      for (let n = 0; n < 3; n += 1) {
        expect((await at(n, 1).call('PUT', `${path}/mine`, { element: `idea${n}`, votes: 1 })).status).toBe(200);
        expect((await at(n, 0).call('PUT', `${path}/mine`, { element: 'idea0', votes: n })).status).toBe(200);
      }
      expect(await rows(place.id)).toEqual(journaled);
      await at(0, 0).call('POST', `${path}/end`);
      await until(() => notices().length === 2, 10_000, 'the end is not announced');
      // Between the two, nothing but pings: no update and no message came with the votes.
      const between = bytes.slice(before).filter((data) => data.length > 1 && !data.toString('latin1').includes('"vote"'));
      expect(between.map((data) => data.toString('latin1'))).toEqual([]);
      expect(notices().every((text) => !/idea|user_/.test(text))).toBe(true);
      const { vote } = (await at(1, 2).call<VoteAnswer>('GET', path)).body;
      expect(vote?.totals?.map(({ votes }) => votes)).toEqual([3, 1, 1]);
      expect([vote?.voters, vote?.mine]).toEqual([2, []]);
      peer.socket.terminate();
    });
  });
}
