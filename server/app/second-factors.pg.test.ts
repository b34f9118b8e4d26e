import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { PersonActor } from '#server/access/actor.ts';
import { hashPassword } from '#server/access/secrets.ts';
import { totpCode, totpStep } from '#server/access/totp.ts';
import type { Call } from '#server/call.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { startPostgres } from '#test/harness/postgres.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { createSecondFactors, type SecondFactorContext } from './second-factors.ts';
import { createSession, type SignedIn } from './session.ts';

const password = 'correct horse battery staple';
const at = 1_800_000_000_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the second factor on ${dialect}`, () => {
    let storage: Storage;
    let release: () => Promise<void>;
    let email: string;
    let secret: string;
    let recoveryCodes: readonly string[];
    const sealKey = randomBytes(32);
    const contextWith = (keys: Pick<SecondFactorContext, 'sealKey' | 'earlierSealKeys'>): SecondFactorContext => ({
      storage,
      now: () => at,
      ...keys,
    });

    beforeAll(async () => {
      if (dialect === 'sqlite') {
        const folder = temporaryFolder('second-factor');
        storage = await openStorage({ dataDir: folder.path });
        release = async () => folder.remove();
      } else {
        const postgres = await startPostgres();
        storage = await openStorage({ databaseUrl: await postgres.createDatabase() });
        release = () => postgres.stop();
      }
    });
    afterAll(async () => {
      await storage?.close();
      await release?.();
    });
    beforeEach(async () => {
      const userId = newId('user');
      email = `${userId}@example.org`;
      const user = {
        id: userId,
        name: 'Ada',
        color: '#c2410c',
        email,
        passwordHash: await hashPassword(password),
        createdAt: at,
      };
      await storage.transact((tx) => insertUser(tx, user));
      const actor: PersonActor = { kind: 'person', userId, name: 'Ada', color: '#c2410c', sessionHash: 'x' };
      const call: Call<PersonActor> = { actor, requestId: 'req_x', key: null, replayed: false };
      const factors = createSecondFactors(contextWith({ sealKey }));
      secret = answerOf(await factors.start(call)).secret;
      const code = totpCode(secret, totpStep(at) - 1);
      ({ recoveryCodes } = answerOf(await factors.confirm(call, { code, currentPassword: password })));
    });

    function answerOf<T>(answer: T | Problem): T {
      if (isProblem(answer)) throw new Error(answer.detail);
      return answer;
    }
    const signIn = (secondFactor: string, context = contextWith({ sealKey })): Promise<SignedIn | Problem> => {
      const call: Call<null> = { actor: null, requestId: 'req_x', key: null, replayed: false };
      return createSession(context).signIn(call, { email, password, secondFactor }, null);
    };
    const codes = (answers: readonly (SignedIn | Problem)[]): string[] =>
      answers.map((answer) => (isProblem(answer) ? answer.code : 'signed in')).toSorted();

    test('APP212 APP213 of concurrent sign-ins with one code, one succeeds', async () => {
      for (const code of [totpCode(secret, totpStep(at)), recoveryCodes[0]!])
        expect(codes(await Promise.all([signIn(code), signIn(code), signIn(code)]))).toEqual(['second_factor_wrong', 'second_factor_wrong', 'signed in']); // prettier-ignore
    });

    test('APP214 concurrent wrong codes are counted exactly', async () => {
      const answers = await Promise.all(Array.from({ length: 14 }, () => signIn('000000')));
      expect(codes(answers).filter((code) => code === 'second_factor_wrong')).toHaveLength(10);
      expect(codes([await signIn(recoveryCodes[0]!)])).toEqual(['rate_limited']);
    });

    test('APP215 a secret that an earlier key sealed is opened, and sealed again; with a lost key recovery codes remain', async () => {
      const key = randomBytes(32);
      const lost = contextWith({ sealKey: randomBytes(32) });
      expect(codes([await signIn(totpCode(secret, totpStep(at)), lost)])).toEqual(['second_factor_wrong']);
      expect(codes([await signIn(recoveryCodes[0]!, lost)])).toEqual(['signed in']);
      const both = contextWith({ sealKey: key, earlierSealKeys: [sealKey] });
      expect(codes([await signIn(totpCode(secret, totpStep(at)), both)])).toEqual(['signed in']);
      expect(codes([await signIn(totpCode(secret, totpStep(at) + 1), contextWith({ sealKey: key }))])).toEqual(['signed in']);
    });
  });
}
