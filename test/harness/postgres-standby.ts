/** A standby of a test's PostgreSQL, which gets its log as it is written and can take its place. */
import { chownSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { freePort } from './free-port.ts';
import { answers, killAll, postgresIdentity, postgresProgram, serverSettings, type TestPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startTied } from './tied-process.ts';

export type TestStandby = {
  readonly port: number;
  /** The database of the primary with this URL, here. */
  urlOf(primaryUrl: string): string;
  /** Gets no more of the log. */
  detach(): Promise<void>;
  /** Resolves when it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

const name = 'standby';

/** `isSynchronous`: a COMMIT on the primary waits until the standby has it on disk. */
export async function startStandby(
  primary: TestPostgres,
  { isSynchronous }: { readonly isSynchronous: boolean },
): Promise<TestStandby> {
  const as = postgresIdentity();
  const temporary = temporaryFolder('standby');
  const [folder, data] = [temporary.path, join(temporary.path, 'data')];
  if (as !== null) chownSync(folder, as.uid, as.gid);
  const { hostname, port: primaryPort } = new URL(primary.url);
  const source = `host=${hostname} port=${primaryPort} user=postgres application_name=${name}`;
  const copy = startTied(
    postgresProgram('pg_basebackup'),
    ['-D', data, '-d', source, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    { cwd: folder, as },
  );
  await copy.ended;
  if (copy.child.exitCode !== 0) throw new Error(`pg_basebackup failed: ${copy.output()}`);
  const port = await freePort();
  const server = startTied(postgresProgram('postgres'), ['-D', data, '-p', String(port), ...serverSettings], {
    cwd: folder,
    as,
    group: true,
  });
  const urlOf = (primaryUrl: string): string => Object.assign(new URL(primaryUrl), { port: String(port) }).href;
  const url = urlOf(primary.url);
  if (!(await answers(server, url))) throw new Error(`the standby does not start: ${server.output()}`);
  await ask(
    primary.url,
    `alter system set synchronous_standby_names = '${isSynchronous ? name : ''}'`,
    'select pg_reload_conf()',
  );
  await streams(primary.url, isSynchronous ? 'sync' : 'async');
  return {
    port,
    urlOf,
    async detach() {
      await ask(url, `alter system set primary_conninfo = ''`, 'select pg_reload_conf()');
      await until(async () => (await ask(url, 'select 1 from pg_stat_wal_receiver')).length === 0);
    },
    async promote() {
      await ask(url, 'select pg_promote(true, 60)');
      await until(
        async () => (await ask<{ standby: boolean }>(url, 'select pg_is_in_recovery() as standby'))[0]?.standby === false,
      );
    },
    async stop() {
      await killAll(server, 'SIGKILL');
      temporary.remove();
    },
  };
}

const streams = (url: string, state: string): Promise<void> =>
  until(async () => {
    const [row] = await ask<{ sync_state: string }>(
      url,
      `select sync_state from pg_stat_replication where application_name = '${name}'`,
    );
    return row?.sync_state === state;
  });

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo());) {
    if (Date.now() > end) throw new Error('the standby does not follow');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs statements, each by itself; returns the rows of the last one. */
async function ask<R extends pg.QueryResultRow>(url: string, ...statements: readonly string[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: R[] = [];
    for (const statement of statements) ({ rows } = await client.query<R>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
