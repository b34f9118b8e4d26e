import { describe, expect, test } from 'vitest';

import {
  hashPassword,
  hashSecret,
  isTokenSecret,
  newLinkSecret,
  newSessionSecret,
  newSignInCode,
  newTokenSecret,
  passwordMatches,
} from './secrets.ts';

describe('secrets', () => {
  test('[AC5] a token is recognized by its checksum; with one character changed it is not', () => {
    for (let round = 0; round < 50; round += 1) {
      const secret = newTokenSecret();
      expect(secret).toMatch(/^atl_[0-9A-Za-z]{44}$/);
      expect(isTokenSecret(secret)).toBe(true);
      const at = 4 + (round % 44);
      const changed = `${secret.slice(0, at)}${secret[at] === 'a' ? 'b' : 'a'}${secret.slice(at + 1)}`;
      expect(isTokenSecret(changed)).toBe(false);
    }
    for (const text of [
      '',
      'atl_',
      'atl_x',
      `${newTokenSecret()}x`,
      newTokenSecret().slice(4),
      `atl_${'é'.repeat(44)}`,
      'x'.repeat(100_000),
    ]) {
      expect(isTokenSecret(text)).toBe(false);
    }
  });

  test('[AC4] secrets are unique and have at least 178 bits', () => {
    const secrets = Array.from({ length: 500 }, () => [
      newTokenSecret(),
      newSessionSecret(),
      newLinkSecret(),
      newSignInCode(),
    ]).flat();
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(Math.log2(62) * newLinkSecret().length).toBeGreaterThan(178);
    expect(Math.log2(31) * newSignInCode().length).toBeGreaterThan(178);
  });

  test('[AC6] secrets and passwords are stored as hashes', async () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const stored = await hashPassword('pässword');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hashPassword('pässword')).not.toBe(stored);
  });

  test('[AC7] a password matches its own hash only, in either Unicode normalization form', async () => {
    const stored = await hashPassword('pässword');
    expect(await passwordMatches('pässword', stored)).toBe(true);
    expect(await passwordMatches('pa\u0308ssword', stored)).toBe(true);
    for (const other of ['passwort', '', 'pässword ']) expect(await passwordMatches(other, stored)).toBe(false);
    for (const broken of [null, '', 'pässword', '$argon2id$v=19$m=1,t=1,p=1$x$y'])
      expect(await passwordMatches('pässword', broken)).toBe(false);
  });

  test('[AC7] checking a password takes as long without a person as with a wrong password', async () => {
    const stored = await hashPassword('x');
    const timed = async (hash: string | null): Promise<number> => {
      const start = performance.now();
      await passwordMatches('y', hash);
      return performance.now() - start;
    };
    // The shortest of several runs, in turns: other load only adds time, for a while.
    let [wrongMs, missingMs] = [Infinity, Infinity];
    for (let round = 0; round < 10; round += 1) {
      wrongMs = Math.min(wrongMs, await timed(stored));
      missingMs = Math.min(missingMs, await timed(null));
    }
    expect(missingMs).toBeGreaterThan(wrongMs / 3);
  });
});
