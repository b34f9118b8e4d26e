/** A node of Atelier as in production: a process with its own port, which can be killed. */
import process from 'node:process';

import { freePort } from './free-port.ts';
import { startTied } from './tied-process.ts';

/** Most tests send more than anybody does, from one address. */
const perCaller = ['EDITORS', 'DOCUMENTS', 'LOOP_PERCENT', 'BYTES'].flatMap((name) => [
  `${name}_PER_PERSON`,
  `${name}_PER_ADDRESS`,
]);
const published = ['READERS_PER_LINK', 'READERS_PER_ADDRESS', 'READERS_PER_NODE', 'LOOP_PERCENT_PER_LINK', 'BYTES_PER_LINK'];
const unlimited = Object.fromEntries(['RATE_LIMIT', 'OVERLOAD_MS', ...perCaller, ...published].map((name) => [name, 'off']));

export type NodeProcess = {
  /** Scheme, host and port. */
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<void>;
  /** Null while it runs, and if a signal ended it. */
  exitCode(): number | null;
  isRunning(): boolean;
  output(): string;
  /** Sends the signal, in this tick, to the node and its child processes. SIGKILL and SIGTERM resolve when it has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** A node's environment: where it stores its data, and other settings. */
export type NodeEnvironment = Readonly<Record<string, string>>;

/** A command that prepares the environment of a node and then executes the command in its arguments. */
export type Wrapper = readonly [string, ...string[]];

/** Starts a node and resolves when it is ready. */
export async function startNodeProcess(environment: NodeEnvironment, wrapper?: Wrapper): Promise<NodeProcess> {
  const node = await launchNode(environment, wrapper);
  const deadline = Date.now() + 120_000;
  while (!(await isReady(node.url))) {
    if (!node.isRunning() || Date.now() > deadline) throw new Error(`the node does not start: ${node.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return node;
}

/** Starts a node, which may end at once. */
export async function launchNode(environment: NodeEnvironment, wrapper?: Wrapper): Promise<NodeProcess> {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...unlimited, LOG_LEVEL: 'warn', ...environment, PORT: String(port) };
  const [program, ...args] = [...(wrapper ?? []), process.execPath, 'server/main.ts'];
  const server = startTied(program!, args, { cwd: process.cwd(), env, group: true });
  const { child } = server;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: server.pid,
    ended: server.ended,
    exitCode: () => child.exitCode,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => server.output(),
    async kill(signal) {
      try {
        process.kill(-server.pid, signal);
      } catch {
        // It has ended.
      }
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await server.ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
