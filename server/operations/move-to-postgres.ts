/**
 * The command `npm run admin -- migrate --to postgres://…`. It moves an embedded installation, and only while no server runs on it. No
 * message repeats the address, which contains a password.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { moveInstallation } from '#storage/moving/move-installation.ts';

import { AdminRefusal, AdminUsageError } from './admin-command.ts';
import { type Environment, embeddedImages, readStorage } from './config.ts';
import { keyFileOf } from './secret-key.ts';

/** `onProgress` is called with lines for people. Throws AdminUsageError, AdminRefusal, and what storage throws. */
export async function moveToPostgres(
  env: Environment,
  words: readonly string[],
  onProgress: (line: string) => void,
): Promise<object> {
  const to = targetOf(words);
  const from = readStorage(env);
  if (!('dataDir' in from))
    throw new AdminRefusal('DATABASE_URL is set, but the command moves the data folder that DATA_DIR names. Unset DATABASE_URL.');
  const { tables, rows, sha256 } = await moveInstallation({
    dataDir: from.dataDir,
    // Images in a folder or bucket of their own are already where the nodes look for them.
    blobFolder: env['BLOB_URL'] ? null : embeddedImages(from.dataDir),
    databaseUrl: to,
    onProgress: (table, count) => onProgress(`${table}: ${count} rows`),
  });
  const keyFile = keyFileOf(from.dataDir);
  if (!env['SECRET_KEY'] && existsSync(keyFile))
    onProgress(
      `webhooks, share links and second factors: start the nodes with SECRET_KEY set to the line in ${keyFile}, or create them again`,
    );
  return { moved: true, tables, rows, sha256 };
}

function targetOf(words: readonly string[]): string {
  let to: string | undefined;
  try {
    to = parseArgs({ args: [...words], options: { to: { type: 'string' } } }).values.to;
  } catch {
    throw new AdminUsageError('"migrate" takes only --to with the address of a PostgreSQL database.');
  }
  if (to === undefined || !URL.canParse(to) || !/^postgres(?:ql)?:\/\//i.test(to))
    throw new AdminUsageError('--to must be an address that starts with postgres:// or postgresql://.');
  return to;
}
