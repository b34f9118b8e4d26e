/** The commands of `atelier admin`: users and tokens. Each is one transaction with its row in the audit log (SPEC.md, OPS11 to OPS14). */
import { parseArgs } from 'node:util';

import { Email, HexColor, NewPassword } from '#schema/access.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import { Name } from '#schema/tab.ts';
import { isValid } from '#schema/validate.ts';
import { hashPassword } from '#server/access/secrets.ts';
import { addAccount, addCode, changeAdministrator, setActive } from '#server/app/accounts.ts';
import { listPeople } from '#storage/people.ts';
import { deleteSecondFactor } from '#storage/second-factors.ts';
import type { Db, Storage } from '#storage/storage.ts';

import {
  AdminRefusal,
  AdminUsageError,
  audit,
  type AdminCommand,
  findUser,
  options,
  required,
  type Values,
} from './admin-command.ts';
import { addToken, revokeOneToken } from './admin-tokens.ts';

export const usage = `
npx atelier admin user add --name NAME [--email ADDRESS] [--color '#rrggbb'] [--password PASSWORD]
npx atelier admin user ls
npx atelier admin user code ID|ADDRESS
npx atelier admin user reset-second-factor ID|ADDRESS
npx atelier admin user administrator|no-administrator ID|ADDRESS
npx atelier admin user deactivate|reactivate ID|ADDRESS
npx atelier admin token add --user ID|ADDRESS --name NAME [--access full|read] [--documents ID,ID] [--expires 30d]
    [--tabs ID,ID] [--frame ID] [--operations add,set,comment] [--rate CALLS]
npx atelier admin token revoke ID
npx atelier admin backup --to FOLDER
npx atelier admin document salvage ID [--keep FILE]
npx atelier admin restore --document ID --at 2026-11-01T12:00:00Z
npx atelier admin migrate --to postgres://…
`;

const commands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  ['user add', { takes: ['name', 'email', 'color', 'password'], operands: 0, run: addUser }],
  ['user ls', { takes: [], operands: 0, run: listAllUsers }],
  ['user code', { takes: [], operands: 1, run: addSignInCode }],
  [
    'user administrator',
    {
      takes: [],
      operands: 1,
      run: (...all) =>
        changing('user.change-administrator', { administrator: true }, (tx, id) => changeAdministrator(tx, id, true))(...all),
    },
  ],
  [
    'user no-administrator',
    {
      takes: [],
      operands: 1,
      run: (...all) =>
        changing('user.change-administrator', { administrator: false }, (tx, id) => changeAdministrator(tx, id, false))(...all),
    },
  ],
  [
    'user deactivate',
    {
      takes: [],
      operands: 1,
      run: (...all) => changing('user.deactivate', { active: false }, (tx, id, now) => setActive(tx, id, false, now))(...all),
    },
  ],
  [
    'user reactivate',
    {
      takes: [],
      operands: 1,
      run: (...all) => changing('user.reactivate', { active: true }, (tx, id, now) => setActive(tx, id, true, now))(...all),
    },
  ],
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
  const color = values.color?.toLowerCase();
  if (!isValid(Name, name)) throw new AdminUsageError('--name must be a text of at most 200 characters.');
  if (color !== undefined && !isValid(HexColor, color)) throw new AdminUsageError("--color must be a color such as '#c2410c'.");
  if (email !== null && !isValid(Email, email)) throw new AdminUsageError('--email must be an e-mail address.');
  if (values.password !== undefined && email === null)
    throw new AdminUsageError('--password needs --email: people sign in with both.');
  if (values.password !== undefined && !isValid(NewPassword, values.password))
    throw new AdminUsageError('--password must have 8 to 1024 characters.');
  const passwordHash = values.password === undefined ? null : await hashPassword(values.password);
  const id = await storage.transact(async (tx) => {
    const added = await addAccount(tx, { name, color, email, passwordHash }, now);
    if (isProblem(added)) throw new AdminRefusal(`There is already a user with the address ${email ?? ''}.`);
    await audit(tx, 'user.create', added, now);
    return added;
  });
  return { id };
}

async function listAllUsers(storage: Storage): Promise<object> {
  const { people } = await listPeople(storage.db, { search: '', before: null, limit: Number.MAX_SAFE_INTEGER - 1 });
  return {
    users: people.toReversed().map(({ id, name, color, email, createdAt, isAdministrator, deactivatedAt }) => ({
      id,
      name,
      color,
      ...(email !== null && { email }),
      createdAt,
      ...(isAdministrator && { administrator: true }),
      ...(deactivatedAt !== null && { active: false }),
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
  return storage.transact(async (tx) => {
    const code = await addCode(tx, user.id, now);
    await audit(tx, 'sign-in-code.create', user.id, now);
    return { id: user.id, ...code };
  });
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

/** Runs a change of an account that can be refused for the last administrator. */
const changing =
  (
    action: string,
    answer: object,
    change: (tx: Db, userId: string, now: number) => Promise<Problem | null>,
  ): AdminCommand['run'] =>
  async (storage, _values, [idOrAddress = ''], now) => {
    const { id } = await findUser(storage, idOrAddress);
    await storage.transact(async (tx) => {
      const refusal = await change(tx, id, now);
      if (refusal !== null) throw new AdminRefusal(refusal.detail);
      await audit(tx, action, id, now);
    });
    return { id, ...answer };
  };
