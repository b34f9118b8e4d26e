/**
 * admin: accounts and tokens from the command line, on the storage itself, beside a running server.
 *
 * It prints one line of JSON; a refusal is one line on standard error, with exit status 1, bad usage with 2.
 */
import process from 'node:process';

import { StorageRefused } from '#storage/failures.ts';
import { openStorage } from '#storage/storage.ts';

import { administer, AdminRefusal, UsageError, usage } from './operations/administer.ts';
import { ConfigError, readStorage } from './operations/config.ts';

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
  const isUsage = error instanceof UsageError || error instanceof ConfigError;
  const isOurs = isUsage || error instanceof AdminRefusal || error instanceof StorageRefused;
  process.stderr.write(`${isOurs ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
  if (error instanceof UsageError) process.stderr.write(usage);
  process.exitCode = isUsage ? 2 : 1;
});
