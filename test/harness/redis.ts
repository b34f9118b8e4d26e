/** A real Redis for tests, on a free port and without persistence, which ends with the test process. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from './free-port.ts';
import { programPath } from './programs.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startTied, type TiedProcess } from './tied-process.ts';

export type TestRedis = {
  readonly url: string;
  /** SIGKILL ends it; SIGSTOP and SIGCONT freeze it for a while. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Restarts it, empty, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startRedis(): Promise<TestRedis> {
  const program = programPath('redis');
  const temporary = temporaryFolder('redis');
  const folder = temporary.path;

  let port = await freePort();
  const start = async (): Promise<TiedProcess> => {
    const server = startTied(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder, '--daemonize', 'no'],
      { cwd: folder, group: true },
    );
    if (!(await answers(server, port))) throw new Error(`Redis does not start: ${server.output()}`);
    return server;
  };
  let server: TiedProcess;
  try {
    server = await start();
  } catch {
    port = await freePort();
    server = await start();
  }

  const kill = async (signal: NodeJS.Signals) => {
    server.child.kill(signal);
    if (signal === 'SIGKILL') await server.ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill('SIGKILL');
      server = await start();
    },
    async stop() {
      await kill('SIGKILL');
      temporary.remove();
    },
  };
}

/** True once it answers PING; false if it has ended before. */
async function answers(server: TiedProcess, port: number): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    if (server.child.exitCode !== null || server.child.signalCode !== null) return false;
    if (await pings(port)) return true;
    await sleep(5);
  }
  return false;
}

function pings(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(500, () => end(false));
    socket.once('error', () => end(false));
    socket.once('data', (data) => end(data.toString().startsWith('+PONG')));
  });
}
