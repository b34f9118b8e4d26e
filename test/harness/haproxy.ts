/** HAProxy with the deployed configuration, on a free port, in front of three nodes. */
import { resolve } from 'node:path';

import { freePort } from './free-port.ts';
import { programPath } from './programs.ts';
import { startTied } from './tied-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Balancer = {
  /** Scheme, host and port. */
  readonly url: string;
  output(): string;
  stop(): Promise<void>;
};

/** Resolves when it answers. `nodes`: the addresses of three nodes, which need not be running yet. */
export async function startBalancer(nodes: readonly [string, string, string]): Promise<Balancer> {
  const program = programPath('haproxy');
  const folder = temporaryFolder('haproxy');
  const port = await freePort();
  const addresses = nodes.map((url, index) => [`NODE_${index + 1}`, new URL(url).host]);
  const server = startTied(program, ['-db', '-f', resolve('deploy/haproxy.cfg')], {
    cwd: folder.path,
    group: true,
    env: { LISTEN: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) },
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 10_000;
  while (!(await answers(url))) {
    if (server.child.exitCode !== null || Date.now() > deadline) throw new Error(`HAProxy does not start: ${server.output()}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
  return {
    url,
    output: () => server.output(),
    async stop() {
      server.child.kill('SIGTERM');
      await server.ended;
      folder.remove();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/healthz`);
    return true;
  } catch {
    return false;
  }
}
