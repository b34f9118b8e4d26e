/** The tool server over the standard streams of a process, until its client closes them. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';

import { version } from '#clients/service/version.ts';

import { type ToolCaller, createServer } from './create-server.ts';

export type StdioOptions = ToolCaller & {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Writes a line for the operator. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
};

export async function serveStdio({ stdin, stdout, log, signal, ...caller }: StdioOptions): Promise<void> {
  const onFault = (error: unknown, tool: string): void =>
    log(`${tool}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const installed = version();
  const ended = Promise.race([once(stdin, 'end'), once(stdin, 'close')]);
  const handle = serve(
    () => createServer({ ...caller, origin: new URL(caller.url).origin, version: installed, ending: signal, onFault }),
    {
      transport: new StdioServerTransport(stdin, stdout),
      maxSubscriptions: 0,
      onerror: (error) => log(error.message),
    },
  );
  const aborted = once(signal, 'abort').catch(() => undefined);
  await Promise.race([ended, ...(signal.aborted ? [] : [aborted])]).catch(() => undefined);
  await handle.close();
}
