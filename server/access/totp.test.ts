import { expect, test } from 'vitest';

import { matchingStep, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

/** The secret of the test vectors of RFC 6238, `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('APP210 codes are those of the test vectors of RFC 6238', () => {
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) expect([seconds, totpCode(secret, totpStep(seconds * 1000))]).toEqual([seconds, code]);
});

test('APP212 a code is accepted within 30 seconds of its own, and only after the last one that was', () => {
  const at = 1_800_000_000_000;
  const step = totpStep(at);
  const stepOf = (offset: number, lastStep = 0): number | null =>
    matchingStep(secret, totpCode(secret, step + offset), at, lastStep);
  expect([-2, -1, 0, 1, 2].map((offset) => stepOf(offset))).toEqual([null, step - 1, step, step + 1, null]);
  expect([stepOf(0, step), stepOf(-1, step), stepOf(0, step - 1)]).toEqual([null, null, step]);
  for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(matchingStep(secret, text, at, 0)).toBeNull();
});

test('new secrets are 160 bits in base32, each another one, and the address has what apps show', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUri(secret, { issuer: 'My Atelier', account: 'ada@example.org' })).toBe(
    `otpauth://totp/My%20Atelier:ada%40example.org?secret=${secret}&issuer=My%20Atelier`,
  );
});
