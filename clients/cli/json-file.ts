/** json-file: a JSON object from a file or from stdin, as commands that make things from a definition take it. */
import { readFile } from 'node:fs/promises';

import { UsageError } from './exit-codes.ts';
import { type Io, readAll } from './io.ts';

/** `-` is stdin. What is in the object is the server's to judge. Throws UsageError. */
export async function readJsonFile(io: Io, file: string): Promise<Record<string, unknown>> {
  const text = file === '-' ? await readAll(io.stdin) : await readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON.`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${file} is no JSON object.`);
  return value as Record<string, unknown>;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read.`, { cause: error });
  }
}
