/**
 * The key that seals secrets which the server must read again, such as those of webhooks, share links and second factors (SPEC.md, OPS20 to OPS22).
 *
 * It is `SECRET_KEY`, or else a file in the data folder, so that a copy of the database does not reveal them. An installation on PostgreSQL
 * has no folder that all nodes share: there a key in the database seals them, and the log says at every start what that is worth.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { seal, sealKeyOf, unseal } from '#server/access/seal.ts';
import type { Storage } from '#storage/storage.ts';
import { resealSecondFactors } from '#storage/second-factors.ts';
import { resealWebhooks } from '#storage/webhooks.ts';

import type { Config } from './config.ts';

export type SecretKeyOptions = {
  readonly config: Pick<Config, 'secretKey' | 'storage'>;
  readonly storage: Storage;
  /** The key in the database, which sealed everything before there was a file. */
  readonly clusterKey: string;
  readonly log: { warn(data: object, message: string): void };
};

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key');

export type SecretKeys = {
  readonly key: Uint8Array;
  /** What secrets may have been sealed with before. */
  readonly earlier: readonly Uint8Array[];
};

/** Throws what the file system and storage throw. */
export async function secretKeysFor({ config, storage, clusterKey, log }: SecretKeyOptions): Promise<SecretKeys> {
  const { secretKey, storage: choice } = config;
  if (!('dataDir' in choice)) {
    if (secretKey === null)
      log.warn(
        {},
        'SECRET_KEY is not set: whoever has a copy of the database can read the secrets of webhooks, share links and second factors',
      );
    return { key: sealKeyOf(secretKey ?? clusterKey), earlier: secretKey === null ? [] : [sealKeyOf(clusterKey)] };
  }
  const file = keyFileOf(choice.dataDir);
  const earlierSecrets = [clusterKey, ...(existsSync(file) ? [keyIn(file, log)] : [])];
  const secret = secretKey ?? (existsSync(file) ? keyIn(file, log) : newKeyIn(file));
  const key = sealKeyOf(secret);
  // One process has the folder, so no other uses an earlier key meanwhile.
  const others = earlierSecrets.filter((each) => each !== secret).map(sealKeyOf);
  await storage.transact(async (tx) => {
    await resealWebhooks(tx, (sealed) => resealed(sealed, key, others));
    await resealSecondFactors(tx, (sealed) => resealed(sealed, key, others));
  });
  return { key, earlier: others };
}

/** Null if it is sealed with the key already, or with one that is not known. */
function resealed(sealed: string, key: Uint8Array, earlier: readonly Uint8Array[]): string | null {
  if (opened(sealed, key) !== null) return null;
  const text = earlier.map((each) => opened(sealed, each)).find((each) => each !== null);
  return text === undefined || text === null ? null : seal(key, text);
}

function opened(sealed: string, key: Uint8Array): string | null {
  try {
    return unseal(key, sealed);
  } catch {
    return null;
  }
}

function keyIn(file: string, log: SecretKeyOptions['log']): string {
  if ((statSync(file).mode & 0o077) !== 0) log.warn({ file }, 'the key file can be read by others: chmod 600');
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) throw new Error(`${file} has no key. Restore it, or delete it and create the webhooks again.`);
  return key;
}

/** The file is complete or absent, whenever the process or the machine stops. */
function newKeyIn(file: string): string {
  const key = randomBytes(32).toString('base64url');
  const next = `${file}.new`;
  const descriptor = openSync(next, 'w', 0o600);
  try {
    writeSync(descriptor, `${key}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(next, file);
  const folder = openSync(join(file, '..'), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
  return key;
}
