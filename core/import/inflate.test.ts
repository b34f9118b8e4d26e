import { deflateRawSync } from 'node:zlib';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { inflate } from './inflate.ts';

const freely = () => true;

test('DG18 what zlib deflates is inflated', () => {
  const text = fc.oneof(fc.string({ maxLength: 2_000 }), fc.array(fc.constantFrom('mxCell', ' ', '="1"', '%3C'), { maxLength: 5_000 }).map((parts) => parts.join(''))); // prettier-ignore
  fc.assert(
    fc.property(text, fc.constantFrom(0, 1, 6, 9), (plain, level) => {
      const packed = deflateRawSync(Buffer.from(plain), { level });
      const unpacked = inflate(packed, 1_000_000, freely);
      expect(typeof unpacked === 'string' ? unpacked : Buffer.from(unpacked).toString()).toBe(plain);
    }),
    fuzz(2_000),
  );
});

test('DG18 data that is cut or changed is invalid or other data, and never more than the limit', () => {
  const packed = deflateRawSync(Buffer.from('<mxGraphModel>'.repeat(50)));
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
      const broken = isCut ? packed.subarray(0, at) : Buffer.from(packed);
      if (!isCut) broken[at] = byte;
      const unpacked = inflate(broken, 2_000, freely);
      if (isCut) expect(unpacked).toBe('invalid');
      else if (typeof unpacked !== 'string') expect(unpacked.length).toBeLessThanOrEqual(2_000);
    }),
    fuzz(4_000),
  );
});

test('DG18 a bomb stops at the limit, and where the work is exhausted', () => {
  const bomb = deflateRawSync(Buffer.alloc(50_000_000));
  expect(inflate(bomb, 100_000, freely)).toBe('too large');
  let units = 0;
  expect(inflate(bomb, 50_000_000, (spent) => (units += spent) <= 25_000)).toBe('exhausted');
  expect(units).toBeLessThan(26_000);
});
