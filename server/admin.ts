/**
 * `atelier admin`: manages accounts and tokens directly in the storage, beside a running server, copies a data folder, salvages damaged
 * documents, restores earlier moments, and moves an embedded installation to PostgreSQL. It prints one line of JSON. A refusal is one line on
 * standard error with exit status 1; wrong usage has exit status 2.
 */
import process from 'node:process';

import { openStorage } from '#storage/storage.ts';

import { administer } from './operations/administer.ts';
import { backUp } from './operations/back-up.ts';
import { exitMessage } from './operations/exit-message.ts';
import { readStorage } from './operations/config.ts';
import { moveToPostgres } from './operations/move-to-postgres.ts';
import { restoreDocument } from './operations/restore-document.ts';
import { salvageDocument } from './operations/salvage-document.ts';

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(await answerTo(words))}\n`);
}

async function answerTo(words: readonly string[]): Promise<object> {
  if (words[0] === 'backup') return backUp(process.env, words);
  if (words[0] === 'migrate') return moveToPostgres(process.env, words.slice(1), printProgress);
  if (words[0] === 'restore') return restoreDocument(process.env, words.slice(1), Date.now());
  return words[0] === 'document' ? salvageDocument(process.env, words, Date.now()) : onStorage(words);
}

async function onStorage(words: readonly string[]): Promise<object> {
  const storage = await openStorage(readStorage(process.env));
  try {
    return await administer(storage, words, Date.now());
  } finally {
    await storage.close();
  }
}

/** Progress is printed on a terminal only; a script reads the answer. */
const printProgress = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${line}\n`);
};

main().catch((error: unknown) => {
  const { text, exitCode } = exitMessage(error);
  process.stderr.write(text);
  process.exitCode = exitCode;
});
