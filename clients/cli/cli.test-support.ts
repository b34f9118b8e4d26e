/** Runs the command line in the process of the test, against a real server. */
import { PassThrough, Readable } from 'node:stream';

import { afterAll, beforeAll, expect } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';

import { main } from './main.ts';

export type Ran = { readonly code: number; readonly out: string; readonly err: string };
export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly signal?: AbortSignal;
};

/** A server for the tests of one file, and the command line in Ada's name. */
export type CliShell = {
  readonly server: TestServer;
  readonly ada: TestPerson;
  /** Runs `atelier <args>` with Ada's token and nothing else in its environment. */
  readonly atelier: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** Its output; the command must have succeeded without a word on stderr. */
  readonly said: (...args: string[]) => Promise<string>;
};

/** Called once at the top of a file of tests: the server starts before them and ends after them. */
export function openShell(): CliShell {
  let server: TestServer;
  let ada: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await server.addPerson('Ada');
  });
  afterAll(() => server.close());

  const atelier: CliShell['atelier'] = (args, options = {}) => {
    const env = { ATELIER_URL: `${server.origin}/api/v1`, ATELIER_TOKEN: ada.token, HOME: '/nonexistent', ...options.env };
    return runCli(args, { ...options, env });
  };
  return {
    get server() {
      return server;
    },
    get ada() {
      return ada;
    },
    atelier,
    said: async (...args) => {
      const { code, out, err } = await atelier(args);
      expect([args, code, err]).toEqual([args, 0, '']);
      return out;
    },
  };
}

/** Runs `atelier <args>` and answers what it printed. */
export async function runCli(args: readonly string[], { env = {}, input = '', signal }: RunOptions = {}): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = [collect(stdout), collect(stderr)] as const;
  const stdin = Readable.from([input]);
  const code = await main(args, { stdin, stdout, stderr, env, signal: signal ?? new AbortController().signal });
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
