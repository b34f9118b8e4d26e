/**
 * admin: accounts and tokens from the command line, on the storage itself, beside a running server; and an embedded
 * installation's move to PostgreSQL.
 *
 * It prints one line of JSON; a refusal is one line on standard error, with exit status 1, bad usage with 2.
 */
import process from 'node:process';

import { openStorage } from '#storage/storage.ts';

import { administer } from './operations/administer.ts';
import { complaint } from './operations/complaint.ts';
import { readStorage } from './operations/config.ts';
import { moveToPostgres } from './operations/move-to-postgres.ts';

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const isMove = words[0] === 'migrate';
  const answer = isMove ? await moveToPostgres(process.env, words.slice(1), tell) : await onStorage(words);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function onStorage(words: readonly string[]): Promise<object> {
  const storage = await openStorage(readStorage(process.env));
  try {
    return await administer(storage, words, Date.now());
  } finally {
    await storage.close();
  }
}

/** To whoever waits at a terminal; a script reads the answer alone. */
const tell = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
};

main().catch((error: unknown) => {
  const { text, exitCode } = complaint(error);
  process.stderr.write(text);
  process.exitCode = exitCode;
});
