/** A baseline as a process of its own, like the node that it is compared with. */
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../harness/free-port.ts';
import { startTied } from '../../harness/tied-process.ts';

export type Baseline = { readonly url: string; readonly webSocketUrl: string; readonly pid: number; stop(): Promise<void> };

/** Resolves when it listens. `environment` is passed to it together with PORT. */
export async function startBaseline(
  name: 'express' | 'hocuspocus' | 'relay',
  environment: Readonly<Record<string, string>> = {},
): Promise<Baseline> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', ...environment, PORT: String(port) };
  const server = startTied(process.execPath, [`test/bench/baseline/${name}.ts`], { cwd: process.cwd(), env });
  const deadline = performance.now() + 20_000;
  while (!(await listens(port))) {
    if (server.child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${name} does not start: ${server.output()}`);
    await sleep(10);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port}`,
    pid: server.pid,
    async stop() {
      server.child.kill('SIGKILL');
      await server.ended;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
