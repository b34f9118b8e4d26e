/** What the command line reads from and writes to, besides its arguments. Tests pass their own. */
import type { Readable, Writable } from 'node:stream';

export type Output = Writable & { readonly isTTY?: boolean };

export type Io = {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the caller interrupts the command (Ctrl-C). */
  readonly signal: AbortSignal;
};

/** All of a stream as text. */
export async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks).toString('utf8');
}
