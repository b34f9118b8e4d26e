/** Finds the server's address and the token: in options, the environment, or what `atelier login` has stored (SPEC.md). */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { apiRoot } from '#clients/service/api-root.ts';

import type { Io } from './io.ts';

export type StoredCredentials = { readonly url: string; readonly token: string | null };

const defaultUrl = 'http://127.0.0.1:4100/api/v1';

/** A stored token belongs to the address that it was stored with. */
export async function credentials(env: Io['env'], options: { readonly url?: string }): Promise<StoredCredentials> {
  const stored = await readStored(env);
  const url = apiRoot(options.url ?? env['ATELIER_URL'] ?? stored?.url ?? defaultUrl);
  return { url, token: env['ATELIER_TOKEN'] ?? (stored?.url === url ? stored.token : null) };
}

/** Replaces the stored credentials in one step; only their owner can read the file. Returns its path. */
export async function store(env: Io['env'], { url, token }: StoredCredentials): Promise<string> {
  const file = fileOf(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await chmod(dirname(file), 0o700);
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${JSON.stringify({ url, token }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
  return file;
}

/** Deletes the stored credentials. */
export const forget = (env: Io['env']): Promise<void> => rm(fileOf(env), { force: true });

const fileOf = (env: Io['env']): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? homedir(), '.config'), 'atelier', 'config.json');

async function readStored(env: Io['env']): Promise<{ url: string; token: string } | null> {
  let text: string;
  try {
    text = await readFile(fileOf(env), 'utf8');
  } catch {
    return null;
  }
  try {
    const { url, token } = JSON.parse(text) as { url?: unknown; token?: unknown };
    return typeof url === 'string' && typeof token === 'string' ? { url, token } : null;
  } catch {
    return null;
  }
}
