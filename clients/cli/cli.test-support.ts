/** cli.test-support: a run of the command line within the test's own process, against a real server. */
import { PassThrough, Readable } from 'node:stream';

import { main } from './main.ts';

export type Ran = { readonly code: number; readonly out: string; readonly err: string };
export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly signal?: AbortSignal;
};

/** Runs `atelier <args>` and answers what it printed. */
export async function runCli(args: readonly string[], { env = {}, input = '', signal }: RunOptions = {}): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = [collect(stdout), collect(stderr)] as const;
  const code = await main(args, {
    stdin: Readable.from([input]),
    stdout,
    stderr,
    env,
    signal: signal ?? new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(printed);
  return { code, out, err };
}

async function collect(stream: PassThrough): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
