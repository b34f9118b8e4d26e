/** io: what the command line stands on: arguments aside, all that it reads from and writes to. Tests give their own. */
import type { Readable, Writable } from 'node:stream';

export type Output = Writable & { readonly isTTY?: boolean };

export type Io = {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when whoever called wants an end (Ctrl-C). */
  readonly signal: AbortSignal;
};

/** All of a stream as text. */
export async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks).toString('utf8');
}
