/**
 * admin: accounts and tokens from the command line, on the storage itself, beside a running server.
 *
 * It prints one line of JSON; a refusal is one line on standard error, with exit status 1, bad usage with 2.
 */
import process from 'node:process';

import { openStorage } from '#storage/storage.ts';

import { administer } from './operations/administer.ts';
import { complaint } from './operations/complaint.ts';
import { readStorage } from './operations/config.ts';

async function main(): Promise<void> {
  const storage = await openStorage(readStorage(process.env));
  try {
    const answer = await administer(storage, process.argv.slice(2), Date.now());
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  } finally {
    await storage.close();
  }
}

main().catch((error: unknown) => {
  const { text, exitCode } = complaint(error);
  process.stderr.write(text);
  process.exitCode = exitCode;
});
