import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hashSecret, newSignInCode } from '#server/access/secrets.ts';
import { totpCode, totpStep } from '#server/access/totp.ts';
import { insertSignInCode } from '#storage/sessions.ts';
import { setPassword } from '#storage/users.ts';

import {
  cookieOf,
  password,
  startTestServer,
  type TestAnswer,
  type TestPerson,
  type TestServer,
} from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ada = await server.addPerson('Ada');
  cookie = await server.signIn(ada);
});

const at = '/me/second-factor';
const post = (path: string, body?: object, sent: object = { cookie }): Promise<TestAnswer> =>
  server.call('POST', path, { ...sent, ...(body !== undefined && { body }) });
const outcome = ({ status, json }: TestAnswer): unknown[] => [status, json?.code];
/** The code of an app, `offset` periods of 30 seconds from now. */
const codeOf = (secret: string, offset = 0): string => totpCode(secret, totpStep(server.context.now()) + offset);
const signIn = (secondFactor?: string, word = password): Promise<TestAnswer> =>
  post('/session', { email: ada.email, password: word, ...(secondFactor !== undefined && { secondFactor }) }, {});

/** Turned on with the code of now. */
async function turnOn(): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = (await post(at)).json;
  const { status, json } = await post(`${at}/confirm`, { code: codeOf(secret), currentPassword: password });
  expect(status).toBe(200);
  return { secret, recoveryCodes: json.recoveryCodes };
}
const auditOf = async (): Promise<string[]> => {
  const { storage } = server.context;
  const rows = await storage.db.selectFrom('audit').selectAll().where('subject', '=', ada.id).orderBy('position').execute();
  return rows.map(({ action }) => action);
};
const mine = async (): Promise<unknown> => (await server.call('GET', '/me', { cookie })).json.secondFactor;

describe('turning the second factor on', () => {
  test('APP210 asks for a first code of the secret and for the password, and until then nothing has changed', async () => {
    const { status, json } = await post(at);
    expect([status, json.uri]).toEqual([
      200,
      `otpauth://totp/Atelier:${encodeURIComponent(ada.email)}?secret=${json.secret}&issuer=Atelier`,
    ]);
    const wrong = [
      { code: '000000', currentPassword: 'guess' },
      { code: codeOf(json.secret), currentPassword: 'guess' },
      { code: codeOf(json.secret, 40), currentPassword: password },
    ];
    const codes: unknown[] = [];
    for (const body of wrong) codes.push((await post(`${at}/confirm`, body)).json.code);
    expect(codes).toEqual(['password_wrong', 'password_wrong', 'second_factor_wrong']);
    expect([await mine(), (await signIn()).status]).toEqual([undefined, 200]);
    const confirmed = await post(`${at}/confirm`, {
      code: ` ${codeOf(json.secret).replace(/^.../, '$& ')}`,
      currentPassword: password,
    });
    expect([confirmed.status, confirmed.json.secondFactor.recoveryCodes]).toEqual([200, 10]);
    expect(await mine()).toEqual(confirmed.json.secondFactor);
    expect((await signIn()).json.code).toBe('second_factor_required');
  });

  test('APP210 a second start replaces the secret, and a confirmed one is not replaced', async () => {
    const first = (await post(at)).json.secret;
    const second = (await post(at)).json.secret;
    const confirm = (secret: string): Promise<TestAnswer> =>
      post(`${at}/confirm`, { code: codeOf(secret), currentPassword: password });
    expect(outcome(await confirm(first))).toEqual([403, 'second_factor_wrong']);
    expect((await confirm(second)).status).toBe(200);
    expect(outcome(await post(at))).toEqual([409, 'second_factor_on']);
    expect(outcome(await confirm(second))).toEqual([409, 'second_factor_on']);
  });

  test('APP210 of two confirmations at once, one succeeds', async () => {
    const { secret } = (await post(at)).json;
    const body = { code: codeOf(secret), currentPassword: password };
    const answers = await Promise.all([post(`${at}/confirm`, body), post(`${at}/confirm`, body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('APP210 needs a session and a password, and no call but these two shows a secret or a recovery code', async () => {
    for (const path of [at, `${at}/confirm`, `${at}/end`, `${at}/recovery-codes`]) {
      const body = path.endsWith('confirm')
        ? { code: '000000', currentPassword: 'x' }
        : path === at
          ? undefined
          : { code: '000000' };
      expect(outcome(await post(path, body, { token: ada.token }))).toEqual([403, 'session_required']);
      expect(outcome(await post(path, body, {}))).toEqual([401, 'unauthenticated']);
      expect(outcome(await post(path, body, { cookie, bare: true }))).toEqual([403, 'origin_refused']);
    }
    const { storage } = server.context;
    await storage.transact((tx) => setPassword(tx, ada.id, null));
    expect(outcome(await post(at))).toEqual([409, 'password_unset']);
  });

  test('APP215 the secret is stored sealed, the recovery codes as hashes, and none of them is in the audit log', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const { db } = server.context.storage;
    const stored = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ]);
    expect(recoveryCodes).toHaveLength(10);
    for (const text of [secret, ...recoveryCodes, recoveryCodes[0]!.replaceAll('-', '')]) expect(stored).not.toContain(text);
    expect(await auditOf()).toEqual(['session.create', 'second-factor.start', 'second-factor.enable']);
  });

  test('APP210 a repeated call with the same key has the same recovery codes', async () => {
    const { secret } = (await post(at)).json;
    const body = { code: codeOf(secret), currentPassword: password };
    const sent = { cookie, headers: { 'Idempotency-Key': 'confirm-once' } };
    const [first, second] = [await post(`${at}/confirm`, body, sent), await post(`${at}/confirm`, body, sent)];
    expect([second.status, second.json]).toEqual([200, first.json]);
  });
});

describe('signing in with a second factor', () => {
  test('APP211 asks for the code only after the right password, and refuses everything else alike', async () => {
    const { secret } = await turnOn();
    const stranger = { email: 'nobody@example.org', password };
    const refusals = await Promise.all([
      signIn(undefined, 'guess'),
      signIn(codeOf(secret, 1), 'guess'),
      post('/session', stranger, {}),
      post('/session', { ...stranger, secondFactor: '000000' }, {}),
    ]);
    expect(new Set(refusals.map(({ status, text }) => `${status} ${text.replace(/req_[0-9a-z]+/, 'req')}`)).size).toBe(1);
    expect(outcome(refusals[0]!)).toEqual([401, 'unauthenticated']);
    const asked = await signIn();
    expect([...outcome(asked), asked.headers.getSetCookie()]).toEqual([403, 'second_factor_required', []]);
    expect(outcome(await signIn('000000'))).toEqual([403, 'second_factor_wrong']);
    const signedIn = await signIn(codeOf(secret, 1));
    expect(signedIn.status).toBe(200);
    expect((await server.call('GET', '/me', { cookie: cookieOf(signedIn.headers) })).json.user.id).toBe(ada.id);
  });

  test('APP211 a code is not needed, and ignored, without a second factor', async () => {
    expect([(await signIn('000000')).status, (await signIn()).status]).toEqual([200, 200]);
  });

  test('APP212 a code is accepted once, also of two calls at once, and not the one that turned it on', async () => {
    const { secret } = await turnOn();
    expect(outcome(await signIn(codeOf(secret)))).toEqual([403, 'second_factor_wrong']);
    const code = codeOf(secret, 1);
    const answers = await Promise.all([signIn(code), signIn(code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(outcome(await signIn(code))).toEqual([403, 'second_factor_wrong']);
    server.clock.offsetMs += 60_000;
    expect((await signIn(codeOf(secret))).status).toBe(200);
    expect(outcome(await signIn(codeOf(secret, -1)))).toEqual([403, 'second_factor_wrong']);
  });

  test('APP213 each recovery code is accepted once, however it is typed, also of two calls at once', async () => {
    const { recoveryCodes } = await turnOn();
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[2-9a-z]{4}(-[2-9a-z]{4}){3}$/);
    expect((await signIn(` ${first.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect(outcome(await signIn(first))).toEqual([403, 'second_factor_wrong']);
    const answers = await Promise.all([signIn(second), signIn(second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(await mine()).toMatchObject({ recoveryCodes: 8 });
    expect((await auditOf()).filter((action) => action === 'session.create-by-recovery-code')).toHaveLength(2);
    const eve = await server.addPerson('Eve');
    const hers = await post('/session', { email: eve.email, password, secondFactor: recoveryCodes[2] }, {});
    expect([hers.status, await mine()]).toEqual([200, expect.objectContaining({ recoveryCodes: 8 })]);
  });

  test('APP214 wrong codes are limited by account, whatever the address, and then the right one is refused for 15 minutes', async () => {
    const { secret } = await turnOn();
    const codes: unknown[] = [];
    for (let count = 0; count < 11; count += 1) codes.push((await signIn('000000')).json.code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'second_factor_wrong'), 'rate_limited']);
    expect(outcome(await signIn(codeOf(secret, 1)))).toEqual([429, 'rate_limited']);
    expect(outcome(await signIn(undefined, 'guess'))).toEqual([401, 'unauthenticated']);
    server.clock.offsetMs += 15 * 60_000;
    expect((await signIn(codeOf(secret))).status).toBe(200);
  });

  test('APP214 a right code forgives the wrong ones before it', async () => {
    const { secret } = await turnOn();
    for (let round = 1; round < 4; round += 1) {
      for (let count = 0; count < 9; count += 1) expect((await signIn('000000')).json.code).toBe('second_factor_wrong');
      server.clock.offsetMs += 30_000;
      expect([round, (await signIn(codeOf(secret))).status]).toEqual([round, 200]);
    }
  });

  test('APP216 a one-time code replaces the password only, and stays valid until the second factor is right', async () => {
    const { secret } = await turnOn();
    const code = newSignInCode();
    const { storage, now } = server.context;
    const times = { createdAt: now(), expiresAt: now() + 60_000 };
    await storage.transact((tx) => insertSignInCode(tx, { hash: hashSecret(code), userId: ada.id, ...times }));
    expect(outcome(await post('/session', { code }, {}))).toEqual([403, 'second_factor_required']);
    expect(outcome(await post('/session', { code, secondFactor: '000000' }, {}))).toEqual([403, 'second_factor_wrong']);
    expect((await post('/session', { code, secondFactor: codeOf(secret, 1) }, {})).status).toBe(200);
    server.clock.offsetMs += 30_000;
    expect(outcome(await post('/session', { code, secondFactor: codeOf(secret, 1) }, {}))).toEqual([401, 'unauthenticated']);
  });

  test('APP216 a person whom a provider vouches for is not asked here', async () => {
    await turnOn();
    const { app } = server;
    const call = { actor: null, requestId: 'req_x', key: null, replayed: false };
    const identity = { issuer: 'https://id.example', subject: ada.id, email: ada.email, name: 'Ada' };
    expect(await app.session.signInVouched(call, identity, { signUp: false, userAgent: null })).toMatchObject({
      user: { id: ada.id },
    });
  });
});

describe('turning it off, and other recovery codes', () => {
  test.each([
    ['the password', async () => ({ currentPassword: password })],
    ['a code', async ({ secret }: { secret: string }) => ({ code: codeOf(secret, 1) })],
    ['a recovery code', async ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => ({ code: recoveryCodes[3] })],
  ])('APP217 needs the password or a code: %s', async (_name, proof) => {
    const turnedOn = await turnOn();
    expect(outcome(await post(`${at}/end`, { currentPassword: 'guess' }))).toEqual([403, 'password_wrong']);
    expect(outcome(await post(`${at}/end`, { code: '000000' }))).toEqual([403, 'second_factor_wrong']);
    for (const body of [{}, { currentPassword: password, code: '000000' }])
      expect(outcome(await post(`${at}/end`, body))).toEqual([400, 'invalid_request']);
    expect((await post(`${at}/end`, await proof(turnedOn as never))).status).toBe(204);
    expect([await mine(), (await signIn()).status]).toEqual([undefined, 200]);
    expect(outcome(await post(`${at}/end`, { currentPassword: password }))).toEqual([409, 'second_factor_off']);
    expect((await auditOf()).at(-2)).toBe('second-factor.disable');
    const { recoveryCodes } = await turnOn();
    expect(recoveryCodes).not.toContain(turnedOn.recoveryCodes[4]);
    expect(outcome(await signIn(turnedOn.recoveryCodes[4]))).toEqual([403, 'second_factor_wrong']);
  });

  test('APP217 other recovery codes replace all earlier ones', async () => {
    const { recoveryCodes } = await turnOn();
    expect(outcome(await post(`${at}/recovery-codes`, { currentPassword: 'guess' }))).toEqual([403, 'password_wrong']);
    const { status, json } = await post(`${at}/recovery-codes`, { currentPassword: password });
    expect([status, json.recoveryCodes.length]).toEqual([200, 10]);
    expect(outcome(await signIn(recoveryCodes[0]))).toEqual([403, 'second_factor_wrong']);
    expect((await signIn(json.recoveryCodes[0])).status).toBe(200);
    expect(await auditOf()).toContain('recovery-codes.create');
  });
});

test('APP214 wrong codes count with the failed sign-ins of an address', async () => {
  const limited = await startTestServer({ rateLimit: 600 });
  try {
    const eve = await limited.addPerson('Eve');
    const session = await limited.signIn(eve);
    const send = (path: string, body?: object): Promise<TestAnswer> => limited.call('POST', path, { cookie: session, body });
    await send(at);
    const codes: unknown[] = [];
    for (let count = 0; count < 6; count += 1)
      codes.push((await send(`${at}/confirm`, { code: '000000', currentPassword: password })).json.code);
    for (let count = 0; count < 5; count += 1)
      codes.push((await limited.call('POST', '/session', { body: { email: eve.email, password: `guess ${count}` } })).json.code);
    expect(codes).toEqual([
      ...Array.from({ length: 6 }, () => 'second_factor_wrong'),
      ...Array.from({ length: 4 }, () => 'unauthenticated'),
      'rate_limited',
    ]);
  } finally {
    await limited.close();
  }
});
