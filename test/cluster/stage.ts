/** Two nodes on one PostgreSQL, with agents on both and an editor on each, all on one tab. */
import { expect } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { openStorage } from '#storage/storage.ts';
import { canonicalOf, type ColdJournal, type ColdTab, readColdAt } from '#test/crash/cold-journal.ts';
import { WriteHistory, answersOf } from '#test/crash/history.ts';
import { startAgent } from '#test/crash/agent.ts';
import { LoadEditor } from '#test/crash/load-editor.ts';
import type { LoadOptions } from '#test/crash/load.ts';
import { objections } from '#test/crash/objections.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson, type TestAccount } from '#test/harness/people.ts';
import type { TestPostgres } from '#test/harness/postgres.ts';
import type { SeededRandom } from '#test/harness/random.ts';

/** Generous: the tests check that something happens, not how soon it does on a busy machine. */
export const soonMs = 30_000;

export type Cluster = {
  readonly databaseUrl: string;
  readonly nodes: readonly [NodeProcess, NodeProcess];
  readonly ada: TestAccount;
  /** Stops the nodes, and expects that they exit with status 0. */
  stop(): Promise<void>;
};

/** Two nodes on a fresh database; `redisUrl` null: without Redis. */
export async function startCluster(postgres: TestPostgres, redisUrl: string | null): Promise<Cluster> {
  const databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ databaseUrl });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const environment = { DATABASE_URL: databaseUrl, ...(redisUrl !== null && { REDIS_URL: redisUrl }) };
  const nodes = await Promise.all([startNodeProcess(environment), startNodeProcess(environment)]);
  return {
    databaseUrl,
    nodes,
    ada,
    async stop() {
      await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
      expect(nodes.map((node) => node.exitCode())).toEqual([0, 0]);
    },
  };
}

export type Run = {
  readonly agentsPerNode: number;
  readonly changesetsPerAgent: number;
  /** The mean pause of the editors between two changes: what they draw costs both nodes. */
  readonly paceMs?: number;
  readonly random: SeededRandom;
  /** Called once a third of the changesets is acknowledged. */
  readonly disturb?: () => Promise<void>;
};

/**
 * All agents and editors write; then both editors and the stored journal have the same document without objections, and the events list the
 * changesets in the order of their revisions.
 */
export async function converges({ nodes, ada, databaseUrl }: Cluster, run: Run): Promise<ColdJournal> {
  const api = new Api(nodes[0].url, ada.token);
  const place = await api.createDocument();
  const history = new WriteHistory();
  const shared = ['anchor-1', 'anchor-2', 'anchor-3'];
  const anchors = history.sent('anchors', shared.map((id) => `add square id=${id}`).join('\n'));
  anchors.attempt();
  anchors.answered(await api.changeset(place, anchors.operations, { summary: 'anchors' }, '', { 'Idempotency-Key': 'anchors' }));
  for (const id of anchors.applied!.added) history.contested.add(id);
  let acknowledged = 0;
  const total = nodes.length * run.agentsPerNode * run.changesetsPerAgent;
  const options = nodes.map(({ url }): LoadOptions => ({
    url,
    token: ada.token,
    place,
    history,
    shared,
    random: run.random.fork(),
    ...(run.paceMs !== undefined && { paceMs: run.paceMs }),
    onAcknowledged: (who) => {
      if (who === 'agent') acknowledged += 1;
    },
  }));
  const editors = options.map((each, node) => new LoadEditor(`e${node}`, each));
  try {
    await Promise.all(editors.map(({ editor }) => editor.synced()));
    const agents = options.flatMap((each, node) =>
      Array.from({ length: run.agentsPerNode }, (_, index) =>
        startAgent(`a${node}${index}`, { ...each, random: each.random.fork() }, run.changesetsPerAgent),
      ),
    );
    for (const editor of editors) editor.start();
    const disturbed = until(() => acknowledged > total / 3, soonMs, `only ${acknowledged} of ${total} are acknowledged`).then(
      run.disturb,
    );
    await Promise.all([...agents.map(({ done }) => done), disturbed]);
    await Promise.all(editors.map((editor) => editor.stop()));
    await Promise.all(editors.map(({ editor }) => editor.saved(soonMs)));

    const cold = await readColdAt({ databaseUrl }, place);
    expect(objections(cold, history), answersOf(history)).toEqual([]);
    expect(history.outcomes('applied').length, answersOf(history)).toBe(total + 1);
    const journal = canonicalOf(cold);
    for (const { editor } of editors)
      await until(() => canonicalJson(editor.doc) === journal, soonMs, 'an editor shows something else than the journal');
    for (const { editor } of editors) expect(editor.closeCodes).toEqual([]);
    await serveTheSame(nodes, ada, place, cold);
    return cold;
  } finally {
    for (const editor of editors) editor.destroy();
  }
}

/** Expects that all nodes answer with the content and the records of the journal. */
export async function serveTheSame(
  nodes: readonly NodeProcess[],
  ada: TestAccount,
  place: ColdTab,
  cold: ColdJournal,
): Promise<void> {
  const ids = [...cold.elements.keys()].toSorted();
  const newest = cold.records
    .slice(-100)
    .map(({ id, rev }) => ({ id, rev }))
    .toReversed();
  for (const { url } of nodes) {
    const api = new Api(url, ada.token);
    const tab = await api.call<{ tab: { rev: number }; elements: { id: string }[] }>(
      'GET',
      `/documents/${place.id}/tabs/${place.tab}`,
    );
    expect(tab.body.tab.rev).toBe(cold.rev);
    expect(tab.body.elements.map(({ id }) => id).toSorted()).toEqual(ids);
    const list = await api.call<{ changesets: { id: string; rev: number }[] }>(
      'GET',
      `/documents/${place.id}/changesets?limit=100`,
    );
    expect(list.body.changesets.map(({ id, rev }) => ({ id, rev }))).toEqual(newest);
  }
}
