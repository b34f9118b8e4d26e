/**
 * A real PostgreSQL for tests, on a free port and in a temporary folder, which ends with the test process. It syncs to disk as in production:
 * tests kill it and check what is there afterwards.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { programPath } from './programs.ts';
import { type ProcessIdentity, startTied, type TiedProcess } from './tied-process.ts';

export type TestPostgres = {
  /** The URL of the database `postgres`, for administration. */
  readonly url: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Sends a signal to the server and all its backends: SIGKILL, or SIGSTOP and SIGCONT to freeze it for a while. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Restarts it on the same port and folder, after a fast shutdown if it is running; resolves when it answers. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
};

export async function startPostgres(): Promise<TestPostgres> {
  const [initdb, postgres] = [postgresProgram('initdb'), postgresProgram('postgres')];
  const as = postgresIdentity();
  const temporary = temporaryFolder('postgres');
  const folder = temporary.path;
  const data = join(folder, 'data');
  if (as !== null) chownSync(folder, as.uid, as.gid);

  const init = startTied(
    initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { cwd: folder, as },
  );
  await init.ended;
  if (init.child.exitCode !== 0) throw new Error(`initdb failed: ${init.output()}`);

  let port = await freePort();
  const start = async (): Promise<TiedProcess> => {
    for (let attempt = 1; ; attempt += 1) {
      const server = startTied(postgres, ['-D', data, '-p', String(port), ...serverSettings], { cwd: folder, as, group: true });
      if (await answers(server, urlOf('postgres'))) return server;
      await killAll(server, 'SIGKILL');
      if (attempt === 5) throw new Error(`PostgreSQL does not start: ${server.output()}`);
      await sleep(200);
    }
  };
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

  let server: TiedProcess;
  try {
    server = await start();
  } catch {
    // Another process took the port before PostgreSQL listened on it.
    port = await freePort();
    server = await start();
  }
  let databases = 0;

  const end = async () => {
    if (server.child.exitCode !== null || server.child.signalCode !== null) return;
    for (const pid of processes(server.pid)) signalTo(pid, 'SIGCONT');
    signalTo(server.pid, 'SIGINT');
    const quick = await Promise.race([server.ended.then(() => true), sleep(5_000, false, { ref: false })]);
    if (!quick) await killAll(server, 'SIGKILL');
  };

  return {
    url: urlOf('postgres'),
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    kill: (signal) => killAll(server, signal),
    async restart() {
      await end();
      server = await start();
    },
    async stop() {
      await end();
      temporary.remove();
    },
  };
}

export const serverSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'max_connections=200',
  'shared_buffers=64MB',
  'logging_collector=off',
  'log_min_messages=fatal',
].flatMap((setting) => ['-c', setting]);

/** True once the server answers; false if it has ended before. */
export async function answers(server: TiedProcess, url: string): Promise<boolean> {
  // After a kill it first syncs every file of every database, which takes long on a busy disk.
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (server.child.exitCode !== null || server.child.signalCode !== null) return false;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return true;
    } catch {
      await client.end().catch(() => {});
      await sleep(20);
    }
  }
  return false;
}

/** Backends have sessions of their own, so they are found by their parent. */
export async function killAll(server: TiedProcess, signal: NodeJS.Signals): Promise<void> {
  for (const pid of processes(server.pid)) signalTo(pid, signal);
  if (signal === 'SIGKILL') await server.ended;
}

/** The server, then its backends: a dead server starts no new ones. */
function processes(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
  } catch {
    return [pid];
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** The path of a program of PostgreSQL; all are of the same version. */
export const postgresProgram = (name: string): string => programPath('postgres', name);

/** PostgreSQL refuses to run as root; it then runs as the user postgres, which its package creates. */
export function postgresIdentity(): ProcessIdentity | null {
  if (process.getuid?.() !== 0) return null;
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new Error(
      'PostgreSQL does not run as root and there is no user postgres. On Debian or Ubuntu: apt-get install -y postgresql, or run the tests as another user.',
    );
  }
}
