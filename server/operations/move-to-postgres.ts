/**
 * move-to-postgres: the command `npm run admin -- migrate --to postgres://…`, from its words to its answer.
 *
 * P1  The address holds a password: no message repeats it.
 * P2  Only an embedded installation is moved, and only while no server runs on it.
 */
import { parseArgs } from 'node:util';

import { moveInstallation } from '#storage/moving/move-installation.ts';

import { AdminRefusal, AdminUsageError } from './administer.ts';
import { type Environment, embeddedImages, readStorage } from './config.ts';

/** `tell`: told in lines how far it is. Throws AdminUsageError, AdminRefusal, and what storage throws. */
export async function moveToPostgres(env: Environment, words: readonly string[], tell: (line: string) => void): Promise<object> {
  const to = targetOf(words);
  // [P2]
  const from = readStorage(env);
  if (!('dataDir' in from))
    throw new AdminRefusal('DATABASE_URL is set: what is moved is the data folder, which DATA_DIR names. Unset DATABASE_URL.');
  const { tables, rows, sha256 } = await moveInstallation({
    dataDir: from.dataDir,
    // With a store of their own, images are where the nodes look for them already.
    blobFolder: env['BLOB_URL'] ? null : embeddedImages(from.dataDir),
    databaseUrl: to,
    onProgress: (table, count) => tell(`${table}: ${count} rows`),
  });
  return { moved: true, tables, rows, sha256 };
}

/** [P1] */
function targetOf(words: readonly string[]): string {
  let to: string | undefined;
  try {
    to = parseArgs({ args: [...words], options: { to: { type: 'string' } } }).values.to;
  } catch {
    throw new AdminUsageError('"migrate" takes --to and an address of PostgreSQL, and nothing else.');
  }
  if (to === undefined || !URL.canParse(to) || !/^postgres(?:ql)?:\/\//i.test(to))
    throw new AdminUsageError('--to must be an address that starts with postgres:// or postgresql://.');
  return to;
}
