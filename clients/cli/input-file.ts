/** Reads the files that a command line names; `-` is stdin where a text is expected. */
import { readFile } from 'node:fs/promises';

import { UsageError } from './exit-codes.ts';
import { type Io, readAll } from './io.ts';

/** The bytes of a file. Throws UsageError. */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`Cannot read the file ${file}.`, { cause: error });
  }
}

/** A text from a file or from stdin. Throws UsageError. */
export const readText = async (io: Io, file: string): Promise<string> =>
  file === '-' ? readAll(io.stdin) : (await readBytes(file)).toString('utf8');

/** A JSON object from a file or from stdin; the server validates its members. Throws UsageError. */
export async function readJson(io: Io, file: string): Promise<Record<string, unknown>> {
  const text = await readText(io, file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON.`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${file} is not a JSON object.`);
  return value as Record<string, unknown>;
}
