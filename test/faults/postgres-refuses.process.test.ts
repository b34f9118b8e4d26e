/** PostgreSQL answers but cannot serve: it is read-only, out of connections, or an older copy after a failover. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { dumpOf } from '#test/crash/database-dump.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { postgresProgram } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openStorage } from '#storage/storage.ts';

import { asRole } from './as-role.ts';
import { FaultCompany, soonMs } from './company.ts';
import { metricOf } from './metric-of.ts';
import { say, verdict } from './verdict.ts';

const run = promisify(execFile);
const random = new SeededRandom(seedOf('postgres-refuses'));

let deployment: Deployment;
/** A session of the database's administrator, in another database. */
let admin: pg.Client;
let database: string;

beforeAll(async () => {
  // Limits on connections do not apply to administrators, which the nodes are not.
  deployment = await Deployment.start({}, asRole);
  database = new URL(deployment.databaseUrl).pathname.slice(1);
  admin = new pg.Client({ connectionString: deployment.postgres.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await deployment.stop();
});

const dropConnections = (): Promise<unknown> =>
  admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'atelier'`);

/** The status of a changeset at each node, after waiting for its readiness. */
async function statusesOfWrites(company: FaultCompany, ready: boolean): Promise<number[]> {
  const { nodes, ada } = deployment;
  for (const { url } of nodes)
    await until(async () => (await fetch(`${url}/readyz`)).ok === ready, soonMs, `readiness does not become ${ready}`);
  const calls = nodes.map(({ url }) => new Api(url, ada.token).changeset(company.place, 'add square id=never'));
  return (await Promise.all(calls)).map(({ status }) => status);
}

test('while the database is read-only, writes are refused with 503 and apply nothing, and reads work', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  await admin.query(`alter database ${database} set default_transaction_read_only = on`);
  await dropConnections();
  expect(await statusesOfWrites(company, false)).toEqual([503, 503, 503]);
  const before = company.counts.agent;
  const { status } = await new Api(deployment.nodes[0]!.url, deployment.ada.token).call('GET', `/documents/${company.place.id}`);
  expect([status, company.counts.agent]).toEqual([200, before]);
  await admin.query(`alter database ${database} set default_transaction_read_only = off`);
  await dropConnections();
  await company.goesOn();
  await verdict('PostgreSQL read-only', company);
});

test('without free connections everything is refused with 503, and works again afterwards', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  await admin.query('alter role atelier connection limit 0');
  await dropConnections();
  expect(await statusesOfWrites(company, false)).toEqual([503, 503, 503]);
  await admin.query('alter role atelier connection limit -1');
  await company.goesOn();
  await verdict('PostgreSQL out of connections', company);
});

test('with an older copy after a failover, documents with newer known states are refused, and nothing builds on the copy', async () => {
  const folder = temporaryFolder('older');
  const file = join(folder.path, 'older.dump');
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const { nodes, ada, databaseUrl } = deployment;
  await run(postgresProgram('pg_dump'), ['--format=custom', `--file=${file}`, databaseUrl]);
  await company.goesOn();
  await company.rests();
  await Promise.all(company.editors.map(({ editor }) => editor.saved(soonMs)));

  await become('newer', async () => {
    await admin.query(`create database ${database} owner atelier`);
    await run(postgresProgram('pg_restore'), ['--exit-on-error', `--dbname=${databaseUrl}`, file]);
  });
  const storage = await openStorage({ databaseUrl });
  const before = await dumpOf(storage.db);
  company.editors[0]!.put();
  expect(await statusesOfWrites(company, true)).toEqual([503, 503, 503]);
  for (const { url } of nodes) {
    const { status } = await new Api(url, ada.token).call('GET', `/documents/${company.place.id}/tabs/${company.place.tab}`);
    expect(status).toBe(503);
    expect(await metricOf(url, 'atelier_older_database_total')).toBeGreaterThan(0);
  }
  const newcomer = new TestEditor({ url: nodes[0]!.url, documentId: company.place.id, credential: ada.token });
  const restarted = await new Api(nodes[1]!.url, ada.token).createDocument('Other documents are served');
  expect((await new Api(nodes[2]!.url, ada.token).changeset(restarted, 'add square')).status).toBe(201);
  const after = await dumpOf(storage.db);
  // Event slots do not build on the copy: they are also taken for earlier writes.
  const ofPlace = (rows: string[]): string[] =>
    rows.filter((row) => row.includes(company.place.id)).map((row) => row.replace(/\["told_at",\d+\]/, ''));
  for (const table of ['journal', 'changesets', 'tabs', 'snapshots'])
    expect(ofPlace(after[table]!)).toEqual(ofPlace(before[table]!));
  await storage.close();
  // Open editors continue, unsaved, from the state that the node has. A new editor is refused or gets the same, never the older copy.
  const isAsTheirs = (): boolean => canonicalJson(newcomer.doc) === canonicalJson(company.editors[0]!.editor.doc);
  const isRefused = (): boolean => newcomer.closeReasons.includes('unavailable');
  await until(() => isAsTheirs() || isRefused(), soonMs, 'a new editor is neither refused nor gets the state of the others');
  expect(company.editors[0]!.editor.provider.hasUnsyncedChanges).toBe(true);
  newcomer.destroy();
  expect(company.editors.every(({ editor }) => editor.closeCodes.every((code) => code < 4000))).toBe(true);

  await become('older', () => admin.query(`alter database newer rename to ${database}`));
  await company.editors[0]!.editor.saved(soonMs);
  const cold = await verdict('PostgreSQL older copy', company);
  say('PostgreSQL older copy', `refused by all nodes at rev ${cold.rev}; whole again with the database`);
  folder.remove();

  /** Renames the database in use, and gives its name to another one. */
  async function become(aside: string, replace: () => Promise<unknown>): Promise<void> {
    await admin.query(`alter database ${database} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    await admin.query(`alter database ${database} rename to ${aside}`);
    await replace();
    await admin.query(`alter database ${database} allow_connections true`);
  }
});
