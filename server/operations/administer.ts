/** The commands of `atelier admin`: users and tokens. Each is one transaction with its row in the audit log (SPEC.md, OPS11 to OPS14). */
import { parseArgs } from 'node:util';

import { Email, HexColor, NewPassword, TokenFence } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { Name } from '#schema/tab.ts';
import { isValid, validationErrors } from '#schema/validate.ts';
import { fenceFault } from '#server/app/token-fence.ts';
import { hashPassword, hashSecret, newSignInCode, newTokenSecret, randomColor } from '#server/access/secrets.ts';
import { insertAudit } from '#storage/audit.ts';
import { documentById } from '#storage/documents.ts';
import { deleteSecondFactor } from '#storage/second-factors.ts';
import { insertSignInCode } from '#storage/sessions.ts';
import type { Db, Storage } from '#storage/storage.ts';
import { tabsAmong } from '#storage/tabs.ts';
import { insertToken, listTokens, revokeToken } from '#storage/tokens.ts';
import { insertUser, listUsers, type StoredUser, userByEmail, userById } from '#storage/users.ts';

export class AdminUsageError extends Error {
  override readonly name = 'UsageError';
}
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
}

export const usage = `
npx atelier admin user add --name NAME [--email ADDRESS] [--color '#rrggbb'] [--password PASSWORD]
npx atelier admin user ls
npx atelier admin user code ID|ADDRESS
npx atelier admin user reset-second-factor ID|ADDRESS
npx atelier admin token add --user ID|ADDRESS --name NAME [--access full|read] [--documents ID,ID] [--expires 30d]
    [--tabs ID,ID] [--frame ID] [--operations add,set,comment] [--rate CALLS]
npx atelier admin token revoke ID
npx atelier admin backup --to FOLDER
npx atelier admin document salvage ID [--keep FILE]
npx atelier admin restore --document ID --at 2026-11-01T12:00:00Z
npx atelier admin migrate --to postgres://…
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
  tabs: { type: 'string' },
  frame: { type: 'string' },
  operations: { type: 'string' },
  rate: { type: 'string' },
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
  ['user ls', { takes: [], operands: 0, run: listAllUsers }],
  ['user code', { takes: [], operands: 1, run: addSignInCode }],
  ['user reset-second-factor', { takes: [], operands: 1, run: resetSecondFactor }],
  [
    'token add',
    {
      takes: ['user', 'name', 'access', 'documents', 'expires', 'tabs', 'frame', 'operations', 'rate'],
      operands: 0,
      run: addToken,
    },
  ],
  ['token revoke', { takes: [], operands: 1, run: revokeOneToken }],
]);

/** Runs one command, given as its words. Throws AdminUsageError, AdminRefusal, and what storage throws. */
export async function administer(storage: Storage, words: readonly string[], now: number): Promise<object> {
  const parsed = parse(words);
  const [noun = '', verb = '', ...operands] = parsed.positionals;
  const command = commands.get(`${noun} ${verb}`);
  if (command === undefined) throw new AdminUsageError(`There is no command "${[noun, verb].join(' ').trim()}".`);
  if (operands.length !== command.operands)
    throw new AdminUsageError(`"${noun} ${verb}" takes ${command.operands} more word(s).`);
  const unknown = Object.keys(parsed.values).find((name) => !(command.takes as readonly string[]).includes(name));
  if (unknown !== undefined) throw new AdminUsageError(`"${noun} ${verb}" takes no --${unknown}.`);
  return command.run(storage, parsed.values, operands, now);
}

function parse(words: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new AdminUsageError((error as Error).message, { cause: error });
  }
}

async function addUser(storage: Storage, values: Values, _operands: readonly string[], now: number): Promise<object> {
  const name = required(values, 'name');
  const email = values.email?.trim().toLowerCase() ?? null;
  const color = values.color?.toLowerCase() ?? randomColor();
  if (!isValid(Name, name)) throw new AdminUsageError('--name must be a text of at most 200 characters.');
  if (!isValid(HexColor, color)) throw new AdminUsageError("--color must be a color such as '#c2410c'.");
  if (email !== null && !isValid(Email, email)) throw new AdminUsageError('--email must be an e-mail address.');
  if (values.password !== undefined && email === null)
    throw new AdminUsageError('--password needs --email: people sign in with both.');
  if (values.password !== undefined && !isValid(NewPassword, values.password))
    throw new AdminUsageError('--password must have 8 to 1024 characters.');
  const passwordHash = values.password === undefined ? null : await hashPassword(values.password);
  const id = newId('user', now);
  await storage.transact(async (tx) => {
    const isNew = await insertUser(tx, { id, name, color, email, passwordHash, createdAt: now });
    if (!isNew) throw new AdminRefusal(`There is already a user with the address ${email ?? ''}.`);
    await audit(tx, 'user.create', id, now);
  });
  return { id };
}

async function listAllUsers(storage: Storage): Promise<object> {
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

/** For people without a password: `page` is a path on the server that signs them in once. */
async function addSignInCode(
  storage: Storage,
  _values: Values,
  [idOrAddress = '']: readonly string[],
  now: number,
): Promise<object> {
  const user = await findUser(storage, idOrAddress);
  const code = newSignInCode();
  const expiresAt = now + limits.signInCodeHours * 3_600_000;
  await storage.transact(async (tx) => {
    await insertSignInCode(tx, { hash: hashSecret(code), userId: user.id, createdAt: now, expiresAt });
    await audit(tx, 'sign-in-code.create', user.id, now);
  });
  return { id: user.id, page: `/#code=${code}`, expiresAt };
}

/** For people who have lost their authenticator app and their recovery codes. */
async function resetSecondFactor(
  storage: Storage,
  _values: Values,
  [idOrAddress = '']: readonly string[],
  now: number,
): Promise<object> {
  const { id } = await findUser(storage, idOrAddress);
  await storage.transact(async (tx) => {
    if (!(await deleteSecondFactor(tx, id))) throw new AdminRefusal(`${idOrAddress} has no second factor.`);
    await audit(tx, 'second-factor.disable', id, now);
  });
  return { id, secondFactor: false };
}

async function addToken(storage: Storage, values: Values, _operands: readonly string[], now: number): Promise<object> {
  const user = await findUser(storage, required(values, 'user'));
  const name = required(values, 'name');
  const access = values.access ?? 'full';
  if (!isValid(Name, name)) throw new AdminUsageError('--name must be a text of at most 200 characters.');
  if (access !== 'full' && access !== 'read') throw new AdminUsageError('--access must be full or read.');
  const documents = values.documents === undefined ? null : await existingDocuments(storage, values.documents);
  const fence = await newFence(storage, values, documents);
  const expiresAt = values.expires === undefined ? null : now + lifeMs(values.expires);
  const id = newId('tok', now);
  const secret = newTokenSecret();
  await storage.transact(async (tx) => {
    if ((await listTokens(tx, user.id, now)).length >= limits.tokensPerUser)
      throw new AdminRefusal(`${user.id} already has ${limits.tokensPerUser} tokens, the maximum: revoke one first.`);
    await insertToken(tx, {
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
      fence,
    });
    await audit(tx, 'token.create', id, now);
  });
  return { id, secret };
}

/** Null without options of a fence. Whether the frame exists turns out when the token draws. */
async function newFence(storage: Storage, values: Values, documents: readonly string[] | null): Promise<TokenFence | null> {
  const { tabs, frame, operations, rate } = values;
  if ([tabs, frame, operations, rate].every((value) => value === undefined)) return null;
  const listOf = (text: string): string[] => [...new Set(text.split(',').map((part) => part.trim()))];
  const fence: TokenFence = {
    ...(tabs !== undefined && { tabs: listOf(tabs) }),
    ...(frame !== undefined && { frame }),
    ...(operations !== undefined && { operations: listOf(operations) }),
    ...(rate !== undefined && { rate: Number(rate) }),
  };
  const [fault] = validationErrors(TokenFence, fence);
  if (fault !== undefined) throw new AdminUsageError(`--${fault.pointer.split('/')[1] ?? ''} ${fault.message}.`);
  const wrong = fenceFault(fence, documents);
  if (wrong !== null) throw new AdminUsageError(`--${wrong.pointer.slice('/fence/'.length)} ${wrong.message}.`);
  if (fence.tabs !== undefined && (await tabsAmong(storage.db, documents ?? [], fence.tabs)).length < fence.tabs.length)
    throw new AdminRefusal('The tabs must all belong to the documents.');
  return fence;
}

async function revokeOneToken(storage: Storage, _values: Values, [id = '']: readonly string[], now: number): Promise<object> {
  await storage.transact(async (tx) => {
    if (!(await revokeToken(tx, id, null, now))) throw new AdminRefusal(`There is no token ${id} that is still valid.`);
    await audit(tx, 'token.revoke', id, now);
  });
  return { id, revoked: true };
}

const audit = (tx: Db, action: string, subject: string, at: number): Promise<void> =>
  insertAudit(tx, {
    at,
    action,
    actorKind: 'admin',
    userId: null,
    tokenId: null,
    documentId: null,
    subject,
    requestId: null,
    data: null,
  });

async function findUser(storage: Storage, idOrAddress: string): Promise<StoredUser> {
  const user = await (idOrAddress.includes('@') ? userByEmail : userById)(storage.db, idOrAddress.trim());
  if (user === null) throw new AdminRefusal(`There is no user ${idOrAddress}.`);
  return user;
}

/** From ids separated by commas. Documents in the trash count, as they may be restored. */
async function existingDocuments(storage: Storage, list: string): Promise<string[]> {
  const ids = [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  if (ids.length === 0 || ids.length > limits.documentsPerToken)
    throw new AdminUsageError(`--documents must name 1 to ${limits.documentsPerToken} documents, separated by commas.`);
  for (const id of ids) if ((await documentById(storage.db, id)) === null) throw new AdminRefusal(`There is no document ${id}.`);
  return ids;
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30d`, `12h`, `90m` in milliseconds. */
function lifeMs(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  if (count === '') throw new AdminUsageError('--expires must be a time such as 30d, 12h or 90m.');
  return Number(count) * (units[unit] ?? 0);
}

function required(values: Values, name: Option): string {
  const value = values[name];
  if (value === undefined || value.trim() === '') throw new AdminUsageError(`--${name} is missing.`);
  return value;
}
