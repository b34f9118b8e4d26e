import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { isId, newId } from '#schema/ids.ts';
import { agentOf } from '#server/access/authenticate.ts';
import { hashSecret, isTokenSecret, passwordMatches } from '#server/access/secrets.ts';
import { insertDocument } from '#storage/documents.ts';
import {
  confirmSecondFactor,
  countRecoveryCodes,
  putSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
} from '#storage/second-factors.ts';
import { takeSignInCode } from '#storage/sessions.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertTab } from '#storage/tabs.ts';
import { userByEmail, userById } from '#storage/users.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

import { AdminRefusal, AdminUsageError } from './admin-command.ts';
import { administer } from './administer.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const day = 86_400_000;
const tables = ['users', 'tokens', 'sign_in_codes', 'sessions', 'audit', 'settings'] as const;

let folder: TemporaryFolder;
let storage: Storage;
let ada: string;
let doc: string;

/** The answer as a script reads it from standard output. */
const run = async (...words: string[]): Promise<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(await administer(storage, words, now))) as Record<string, unknown>;

/** All rows that the commands can write, as text. */
async function stored(): Promise<string> {
  const rows = [];
  for (const table of tables) rows.push(await storage.db.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}

beforeAll(async () => {
  folder = temporaryFolder('admin');
  storage = await openStorage({ dataDir: folder.path });
  ada = String((await run('user', 'add', '--name', 'Ada', '--email', 'ada@example.org')).id);
  doc = newId('doc', now);
  await storage.transact((tx) => insertDocument(tx, { id: doc, name: 'Plan', ownerId: ada, at: now }));
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

describe('user add', () => {
  test('[OPS13] creates an account with which a person can sign in, ignoring the case of the address', async () => {
    const { id, ...rest } = await run('user', 'add', '--name', 'Grace Hopper', '--email', ' Grace@Example.ORG ', '--color', '#C2410C', '--password', 'käse und brot'); // prettier-ignore
    expect([isId('user', String(id)), rest]).toEqual([true, {}]);
    const user = await userByEmail(storage.db, 'GRACE@example.org');
    expect(user).toMatchObject({ id, name: 'Grace Hopper', email: 'grace@example.org', color: '#c2410c', createdAt: now });
    expect(await passwordMatches('käse und brot', user?.passwordHash ?? null)).toBe(true);
    expect(await stored()).not.toContain('käse');
  });

  test('a name is enough; the color is one of the readable defaults', async () => {
    const { id } = await run('user', 'add', '--name', '日本 🎨');
    expect(await userById(storage.db, String(id))).toMatchObject({ name: '日本 🎨', email: null, passwordHash: null });
    expect((await userById(storage.db, String(id)))?.color).toMatch(/^#[0-9a-f]{6}$/);
  });

  test.each<[words: string[], message: string]>([
    [[], '--name is missing.'],
    [['--name', ' '], '--name is missing.'],
    [['--name', 'x'.repeat(201)], '--name must be a text of at most 200 characters.'],
    [['--name', 'A', '--color', 'red'], "--color must be a color such as '#c2410c'."],
    [['--name', 'A', '--email', 'nonsense'], '--email must be an e-mail address.'],
    [['--name', 'A', '--email', ''], '--email must be an e-mail address.'],
    [['--name', 'A', '--email', `${'x'.repeat(251)}@x.y`], '--email must be an e-mail address.'],
    [['--name', 'A', '--password', 'long enough'], '--password needs --email: people sign in with both.'],
    [['--name', 'A', '--email', 'a@b.c', '--password', '1234567'], '--password must have 8 to 1024 characters.'],
    [['--name', 'A', '--email', 'a@b.c', '--password', 'x'.repeat(1_025)], '--password must have 8 to 1024 characters.'],
    [['--name', 'A', '--email', 'a@b.c', '--password', '🎨🎨🎨🎨'], '--password must have 8 to 1024 characters.'],
    [['--name', 'A', '--user', 'x'], '"user add" takes no --user.'],
    [['--name', 'A', 'more'], '"user add" takes 0 more word(s).'],
  ])('[OPS12] [OPS13] wrong usage %$: $1', async (words, message) => {
    const before = await stored();
    await expect(run('user', 'add', ...words)).rejects.toThrow(new AdminUsageError(message));
    expect(await stored()).toBe(before);
  });

  test('[OPS12] an address that is in use is refused, also for two commands at once', async () => {
    const before = await stored();
    await expect(run('user', 'add', '--name', 'A', '--email', 'ADA@example.org')).rejects.toThrow(
      new AdminRefusal('There is already a user with the address ada@example.org.'),
    );
    expect(await stored()).toBe(before);
    const twice = await Promise.allSettled([1, 2].map(() => run('user', 'add', '--name', 'B', '--email', 'both@example.org')));
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('user ls', () => {
  test('[OPS11] lists all users and shows no hash', async () => {
    const { users } = (await run('user', 'ls')) as { users: Record<string, unknown>[] };
    const color = expect.stringMatching(/^#[0-9a-f]{6}$/) as unknown;
    expect(users).toContainEqual({ id: ada, name: 'Ada', color, email: 'ada@example.org', createdAt: now });
    for (const user of users) expect(Object.keys(user)).not.toContain('passwordHash');
    expect(JSON.stringify(users)).not.toContain('argon2');
  });
});

describe('user code', () => {
  test('[OPS11] answers a page that signs the person in once, within a day; the database has only the hash', async () => {
    for (const idOrAddress of [ada, 'Ada@example.org']) {
      const { id, page, expiresAt } = await run('user', 'code', idOrAddress);
      expect([id, expiresAt]).toEqual([ada, now + limits.signInCodeHours * 3_600_000]);
      const code = /^\/#code=(\w{40})$/.exec(String(page))?.[1] ?? '';
      expect(await stored()).not.toContain(code);
      const take = (at: number): Promise<string | null> => storage.transact((tx) => takeSignInCode(tx, hashSecret(code), at));
      expect([await take(now + day - 1), await take(now + day - 1)]).toEqual([ada, null]);
    }
  });

  test('[OPS12] needs an existing user', async () => {
    await expect(run('user', 'code')).rejects.toThrow(new AdminUsageError('"user code" takes 1 more word(s).'));
    await expect(run('user', 'code', 'nobody@example.org')).rejects.toThrow(
      new AdminRefusal('There is no user nobody@example.org.'),
    );
    await expect(run('user', 'code', "' or 1=1 --")).rejects.toThrow(AdminRefusal);
  });
});

describe('user reset-second-factor', () => {
  test('APP218 turns it off with its recovery codes, once, and leaves a row in the audit log', async () => {
    const id = String((await run('user', 'add', '--name', 'Otto', '--email', 'otto@example.org')).id);
    await storage.transact(async (tx) => {
      await putSecondFactor(tx, { userId: id, secret: 'sealed', createdAt: now });
      await confirmSecondFactor(tx, id, now);
      await replaceRecoveryCodes(tx, id, ['one', 'two']);
    });
    expect(await run('user', 'reset-second-factor', 'otto@example.org')).toEqual({ id, secondFactor: false });
    expect([await secondFactorOf(storage.db, id), await countRecoveryCodes(storage.db, id)]).toEqual([null, 0]);
    const [row] = await storage.db.selectFrom('audit').selectAll().orderBy('position', 'desc').limit(1).execute();
    expect(row).toMatchObject({ action: 'second-factor.disable', subject: id, actor_kind: 'admin' });
    const before = await stored();
    await expect(run('user', 'reset-second-factor', id)).rejects.toThrow(new AdminRefusal(`${id} has no second factor.`));
    expect(await stored()).toBe(before);
  });
});

describe('administrators, and deactivated users', () => {
  test('APP221 APP222 a user becomes an administrator, is deactivated and active again; the last administrator stays one', async () => {
    const listed = async (id: string): Promise<unknown> =>
      ((await run('user', 'ls')) as { users: { id: string }[] }).users.find((user) => user.id === id);
    const [eva, max] = [await run('user', 'add', '--name', 'Eva'), await run('user', 'add', '--name', 'Max')].map(({ id }) => String(id)) as [string, string]; // prettier-ignore
    expect(await run('user', 'administrator', eva)).toEqual({ id: eva, administrator: true });
    expect(await listed(eva)).toMatchObject({ administrator: true });
    const last = new AdminRefusal('The installation needs an active administrator; nothing was changed.');
    for (const verb of ['no-administrator', 'deactivate']) await expect(run('user', verb, eva)).rejects.toThrow(last);
    await run('user', 'administrator', max);
    expect(await run('user', 'deactivate', max)).toEqual({ id: max, active: false });
    expect(await listed(max)).toMatchObject({ administrator: true, active: false });
    await expect(run('user', 'no-administrator', eva)).rejects.toThrow(last);
    expect(await run('user', 'reactivate', max)).toEqual({ id: max, active: true });
    expect(await run('user', 'no-administrator', eva)).toEqual({ id: eva, administrator: false });
    const rows = await storage.db.selectFrom('audit').selectAll().where('subject', '=', max).orderBy('position').execute();
    expect(rows.map(({ action }) => action)).toEqual(['user.create', 'user.change-administrator', 'user.deactivate', 'user.reactivate']); // prettier-ignore
  });
});

describe('token add', () => {
  test('[OPS11] answers a secret that works and appears nowhere else', async () => {
    const { id, secret, ...rest } = await run('token', 'add', '--user', ' ADA@example.org', '--name', 'ci');
    expect([isId('tok', String(id)), isTokenSecret(String(secret)), rest]).toEqual([true, true, {}]);
    expect(await agentOf(storage.db, String(secret), now)).toMatchObject({
      userId: ada,
      tokenId: id,
      access: 'full',
      documents: null,
    });
    expect(await stored()).not.toContain(String(secret).slice(4));
    expect(JSON.stringify(await run('user', 'ls'))).not.toContain(String(secret));
  });

  test('accepts access, documents and a lifetime', async () => {
    const words = ['--user', ada, '--name', 'bot', '--access', 'read', '--documents', `${doc}, ${doc},`];
    for (const [expires, ms] of Object.entries({ '30d': 30 * day, '12h': day / 2, '90m': 5_400_000 })) {
      const { secret } = await run('token', 'add', ...words, '--expires', expires);
      expect(await agentOf(storage.db, String(secret), now + ms - 1)).toMatchObject({ access: 'read', documents: [doc] });
      expect(await agentOf(storage.db, String(secret), now + ms)).toBeNull();
    }
  });

  test('AC22 accepts a fence whose tabs belong to the documents', async () => {
    await storage.transact((tx) => insertTab(tx, { documentId: doc, tabId: 'tab_of_doc', at: now }));
    const words = ['--user', ada, '--name', 'bot', '--documents', doc, '--frame', 'area~12345678', '--rate', '60'];
    const { secret } = await run('token', 'add', ...words, '--tabs', 'tab_of_doc', '--operations', 'draw,comment');
    const fence = { tabs: ['tab_of_doc'], frame: 'area~12345678', operations: ['draw', 'comment'], rate: 60 };
    expect(await agentOf(storage.db, String(secret), now)).toMatchObject({ documents: [doc], fence });
    await expect(run('token', 'add', ...words, '--tabs', 'tab_elsewhere')).rejects.toThrow(
      new AdminRefusal('The tabs must all belong to the documents.'),
    );
  });

  test.each<[words: string[], message: string]>([
    [['--user', 'ada@example.org', '--name', 'x', '--rate', 'many'], '--rate must be integer.'],
    [['--user', 'ada@example.org', '--name', 'x', '--tabs', 'tab_1'], '--tabs need the documents that they belong to.'],
    [['--user', 'ada@example.org', '--name', 'x', '--operations', ''], '--operations must match pattern "^[a-z]{2,20}$".'],
    [['--name', 'x'], '--user is missing.'],
    [['--user', 'ada@example.org'], '--name is missing.'],
    [['--user', 'ada@example.org', '--name', 'x'.repeat(201)], '--name must be a text of at most 200 characters.'],
    [['--user', 'ada@example.org', '--name', 'x', '--access', 'admin'], '--access must be full or read.'],
    [
      ['--user', 'ada@example.org', '--name', 'x', '--documents', ' , '],
      '--documents must name 1 to 100 documents, separated by commas.',
    ],
    [
      ['--user', 'ada@example.org', '--name', 'x', '--documents', Array.from({ length: 101 }, (_, at) => `doc_${at}`).join()],
      '--documents must name 1 to 100 documents, separated by commas.',
    ],
    ...['', '0d', '-1d', '1.5h', '30', 'd', '1w', '1234567d', '١d'].map((expires): [string[], string] => [
      ['--user', 'ada@example.org', '--name', 'x', `--expires=${expires}`],
      '--expires must be a time such as 30d, 12h or 90m.',
    ]),
    [['--user', 'ada@example.org', '--name', 'x', '--password', 'secret12'], '"token add" takes no --password.'],
  ])('[OPS12] wrong usage %$: $1', async (words, message) => {
    const before = await stored();
    await expect(run('token', 'add', ...words)).rejects.toThrow(new AdminUsageError(message));
    expect(await stored()).toBe(before);
  });

  test('[OPS12] an unknown user or document is refused', async () => {
    const before = await stored();
    await expect(run('token', 'add', '--user', 'user_nobody', '--name', 'x')).rejects.toThrow(
      new AdminRefusal('There is no user user_nobody.'),
    );
    await expect(run('token', 'add', '--user', ada, '--name', 'x', '--documents', `${doc},doc_none`)).rejects.toThrow(
      new AdminRefusal('There is no document doc_none.'),
    );
    expect(await stored()).toBe(before);
  });

  test('[OPS12] a token beyond the maximum of a person is refused', async () => {
    const { id } = await run('user', 'add', '--name', 'Many');
    const add = (): Promise<object> => run('token', 'add', '--user', String(id), '--name', 'x');
    for (let count = 0; count < limits.tokensPerUser; count += 1) await add();
    await expect(add()).rejects.toThrow(
      new AdminRefusal(`${String(id)} already has ${limits.tokensPerUser} tokens, the maximum: revoke one first.`),
    );
  });
});

describe('token revoke', () => {
  test('revokes a token, once', async () => {
    const { id, secret } = await run('token', 'add', '--user', ada, '--name', 'x');
    expect(await run('token', 'revoke', String(id))).toEqual({ id, revoked: true });
    expect(await agentOf(storage.db, String(secret), now)).toBeNull();
    const before = await stored();
    for (const invalid of [String(id), 'tok_none', '']) {
      await expect(run('token', 'revoke', invalid)).rejects.toThrow(
        new AdminRefusal(`There is no token ${invalid} that is still valid.`),
      );
    }
    expect(await stored()).toBe(before);
  });

  test('[OPS12] takes one id', async () => {
    await expect(run('token', 'revoke')).rejects.toThrow(new AdminUsageError('"token revoke" takes 1 more word(s).'));
    await expect(run('token', 'revoke', 'tok_a', 'tok_b')).rejects.toThrow(AdminUsageError);
  });
});

describe('the commands', () => {
  test.each<[words: string[], message: string]>([
    [[], 'There is no command "".'],
    [['user'], 'There is no command "user".'],
    [['user', 'rm'], 'There is no command "user rm".'],
    [['constructor', 'name'], 'There is no command "constructor name".'],
  ])('%j is not a command', async (words, message) => {
    await expect(run(...words)).rejects.toThrow(new AdminUsageError(message));
  });

  test('an unknown option, and one without a value, are wrong usage', async () => {
    for (const words of [
      ['user', 'ls', '--all'],
      ['user', 'add', '--name'],
      ['user', 'add', '--__proto__', 'x'],
      ['user', 'ls', '-x'],
    ])
      await expect(run(...words)).rejects.toThrow(AdminUsageError);
  });

  test('[OPS14] each write has a row in the audit log, without a secret', async () => {
    const { id } = await run('user', 'add', '--name', 'Audited');
    const token = await run('token', 'add', '--user', String(id), '--name', 'x');
    await run('token', 'revoke', String(token.id));
    const { page } = await run('user', 'code', String(id));
    const rows = await storage.db.selectFrom('audit').selectAll().orderBy('position', 'desc').limit(4).execute();
    expect(rows.map(({ action, subject, actor_kind }) => [action, subject, actor_kind]).toReversed()).toEqual([
      ['user.create', id, 'admin'],
      ['token.create', token.id, 'admin'],
      ['token.revoke', token.id, 'admin'],
      ['sign-in-code.create', id, 'admin'],
    ]);
    const text = JSON.stringify(rows);
    for (const secret of [token.secret, String(page).slice(7)]) expect(text).not.toContain(secret);
  });
});
