/**
 * administer: the commands of `npm run admin`: users and tokens, each one transaction.
 *
 * M1  A token's secret is in the answer that makes it and nowhere else.
 * M2  A command that is refused has changed nothing.
 */
import { parseArgs } from 'node:util';

import { Email, HexColour } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { Name } from '#schema/tab.ts';
import { fits } from '#schema/validate.ts';
import { hashPassword, hashSecret, newTokenSecret, randomColour } from '#server/access/secrets.ts';
import { documentById } from '#storage/documents.ts';
import type { Storage } from '#storage/storage.ts';
import { insertToken, revokeToken } from '#storage/tokens.ts';
import { insertUser, listUsers, type StoredUser, userByEmail, userById } from '#storage/users.ts';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
}

export const usage = `
npm run -s admin -- user add --name NAME [--email ADDRESS] [--color '#rrggbb'] [--password PASSWORD]
npm run -s admin -- user ls
npm run -s admin -- token add --user ID|ADDRESS --name NAME [--access full|read] [--documents ID,ID] [--expires 30d]
npm run -s admin -- token revoke ID
`;

const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  color: { type: 'string' },
  password: { type: 'string' },
  user: { type: 'string' },
  access: { type: 'string' },
  documents: { type: 'string' },
  expires: { type: 'string' },
} as const;

type Option = keyof typeof options;
type Values = Partial<Record<Option, string>>;
type Command = {
  readonly takes: readonly Option[];
  readonly operands: number;
  run(storage: Storage, values: Values, operands: readonly string[], now: number): Promise<object>;
};

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['user add', { takes: ['name', 'email', 'color', 'password'], operands: 0, run: addUser }],
  ['user ls', { takes: [], operands: 0, run: showUsers }],
  ['token add', { takes: ['user', 'name', 'access', 'documents', 'expires'], operands: 0, run: addToken }],
  ['token revoke', { takes: [], operands: 1, run: endToken }],
]);

/** Runs one command, given as its words. Throws UsageError, AdminRefusal, and what storage throws. */
export async function administer(storage: Storage, words: readonly string[], now: number): Promise<object> {
  const parsed = parse(words);
  const [noun = '', verb = '', ...operands] = parsed.positionals;
  const command = commands.get(`${noun} ${verb}`);
  if (command === undefined) throw new UsageError(`There is no command "${[noun, verb].join(' ').trim()}".`);
  if (operands.length !== command.operands) throw new UsageError(`"${noun} ${verb}" takes ${command.operands} more word(s).`);
  const stray = Object.keys(parsed.values).find((name) => !(command.takes as readonly string[]).includes(name));
  if (stray !== undefined) throw new UsageError(`"${noun} ${verb}" takes no --${stray}.`);
  return command.run(storage, parsed.values, operands, now);
}

function parse(words: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

async function addUser(storage: Storage, values: Values, _operands: readonly string[], now: number): Promise<object> {
  const name = required(values, 'name');
  const email = values.email?.trim().toLowerCase() ?? null;
  const color = values.color?.toLowerCase() ?? randomColour();
  if (!fits(Name, name)) throw new UsageError('--name must be a text of at most 200 characters.');
  if (!fits(HexColour, color)) throw new UsageError("--color must be a colour such as '#c2410c'.");
  if (email !== null && !fits(Email, email)) throw new UsageError('--email must be an e-mail address.');
  if (values.password !== undefined && email === null)
    throw new UsageError('--password needs --email: people sign in with both.');
  if (values.password !== undefined && values.password.length < 8)
    throw new UsageError('--password must have at least 8 characters.');
  const passwordHash = values.password === undefined ? null : await hashPassword(values.password);
  const id = newId('user', now);
  const isNew = await storage.transact((tx) => insertUser(tx, { id, name, color, email, passwordHash, createdAt: now }));
  if (!isNew) throw new AdminRefusal(`There is a user with the address ${email ?? ''} already.`);
  return { id };
}

async function showUsers(storage: Storage): Promise<object> {
  const users = await listUsers(storage.db);
  return {
    users: users.map(({ id, name, color, email, createdAt }) => ({
      id,
      name,
      color,
      ...(email !== null && { email }),
      createdAt,
    })),
  };
}

/** [M1] */
async function addToken(storage: Storage, values: Values, _operands: readonly string[], now: number): Promise<object> {
  const user = await findUser(storage, required(values, 'user'));
  const name = required(values, 'name');
  const access = values.access ?? 'full';
  if (!fits(Name, name)) throw new UsageError('--name must be a text of at most 200 characters.');
  if (access !== 'full' && access !== 'read') throw new UsageError('--access must be full or read.');
  const documents = values.documents === undefined ? null : await knownDocuments(storage, values.documents.split(','));
  const expiresAt = values.expires === undefined ? null : now + lifeMs(values.expires);
  const id = newId('tok', now);
  const secret = newTokenSecret();
  await storage.transact((tx) =>
    insertToken(tx, {
      id,
      userId: user.id,
      name,
      access,
      documents,
      hash: hashSecret(secret),
      createdAt: now,
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
    }),
  );
  return { id, secret };
}

async function endToken(storage: Storage, _values: Values, [id = '']: readonly string[], now: number): Promise<object> {
  const isRevoked = await storage.transact((tx) => revokeToken(tx, id, null, now));
  if (!isRevoked) throw new AdminRefusal(`There is no token ${id} that is still valid.`);
  return { id, revoked: true };
}

async function findUser(storage: Storage, idOrAddress: string): Promise<StoredUser> {
  const user = idOrAddress.includes('@')
    ? await userByEmail(storage.db, idOrAddress.toLowerCase())
    : await userById(storage.db, idOrAddress);
  if (user === null) throw new AdminRefusal(`There is no user ${idOrAddress}.`);
  return user;
}

async function knownDocuments(storage: Storage, ids: readonly string[]): Promise<string[]> {
  for (const id of ids) if ((await documentById(storage.db, id)) === null) throw new AdminRefusal(`There is no document ${id}.`);
  return [...new Set(ids)];
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30d`, `12h`, `90m` in milliseconds. */
function lifeMs(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  if (count === '') throw new UsageError('--expires must be a time such as 30d, 12h or 90m.');
  return Number(count) * (units[unit] ?? 0);
}

function required(values: Values, name: Option): string {
  const value = values[name];
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing.`);
  return value;
}
