/** An independent S3 server (s3rver) in its own process, with one bucket. */
import { createRequire } from 'node:module';
import process from 'node:process';

import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startTied, type TiedProcess } from './tied-process.ts';

export type TestBucket = {
  /** The value for BLOB_URL. */
  readonly url: string;
  /** The credentials of its only user, as settings of a node. */
  readonly keys: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };
  /** SIGSTOP and SIGCONT freeze it for a while; after SIGKILL, `restart`. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Restarts it on the same port with its content. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const name = 'atelier';

export async function startBucket(): Promise<TestBucket> {
  const folder = temporaryFolder('bucket');
  const port = await freePort();
  const script = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const args = [script, '-d', folder.path, '-a', '127.0.0.1', '-p', String(port), '--silent', '--configure-bucket', name];
  const start = async (): Promise<TiedProcess> => {
    const started = startTied(process.execPath, args, { cwd: folder.path });
    const deadline = Date.now() + 20_000;
    while (!(await answers(port))) {
      if (started.child.exitCode !== null || Date.now() > deadline) throw new Error(`s3rver does not start: ${started.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return started;
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.child.kill(signal);
    if (signal === 'SIGKILL') await server.ended;
  };
  return {
    url: `http://127.0.0.1:${port}/${name}/images`,
    keys: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    kill: end,
    async restart() {
      server = await start();
    },
    async stop() {
      await end('SIGKILL');
      folder.remove();
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch {
    return false;
  }
}
