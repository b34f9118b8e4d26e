import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { type JsonText, readingJson, readText } from './json-text.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
/** Reads without pauses. */
function readJson(text: Uint8Array, pieceLength?: number): JsonText {
  const reading = readingJson(text, pieceLength);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}
const messageOf = (text: string | Uint8Array): string | null => {
  const read = readJson(typeof text === 'string' ? bytes(text) : text);
  return 'error' in read ? read.error.message : null;
};

describe('json-text', () => {
  test('HT7 a byte order mark before JSON, NUL and bytes that are not UTF-8 are refused', () => {
    expect(messageOf('\uFEFF{}')).toMatch(/byte order mark/);
    expect(messageOf('{"a":"\\u0000"}')).toMatch(/NUL/);
    expect(messageOf('{"a":"\0"}')).toMatch(/NUL/);
    for (const raw of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22],
    ]) {
      expect(messageOf(Uint8Array.from(raw))).toMatch(/UTF-8/);
    }
    expect(readText(Buffer.from('add square\n'))).toEqual({ text: 'add square\n' });
    expect(readText(Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]))).toHaveProperty('error');
  });

  test('HT7 lone surrogates are refused in values and names, and pairs are accepted', () => {
    expect(messageOf('["\\ud800"]')).toMatch(/surrogate/);
    expect(messageOf('["\\udc00\\ud800"]')).toMatch(/surrogate/);
    expect(messageOf('{"\\ud83d":1}')).toMatch(/surrogate/);
    expect(readJson(bytes('["\\ud83d\\ude00"]'))).toEqual({ value: ['😀'] });
    expect(readJson(bytes('["\\\\ud800"]'))).toEqual({ value: ['\\ud800'] });
  });

  test('HT8 32 levels are accepted, 33 are refused, and brackets in strings do not count', () => {
    expect(messageOf('['.repeat(32) + ']'.repeat(32))).toBeNull();
    expect(messageOf('['.repeat(33) + ']'.repeat(33))).toMatch(/nested/);
    expect(messageOf('[{"a":'.repeat(17) + '1' + '}]'.repeat(17))).toMatch(/nested/);
    expect(messageOf(JSON.stringify(['['.repeat(100), '\\"['.repeat(100)]))).toBeNull();
    expect(messageOf('['.repeat(100_000))).toMatch(/nested/);
  });

  test('HT9 a repeated member and __proto__ are refused, even if written with escapes', () => {
    expect(messageOf('{"a":1,"a":2}')).toMatch(/repeats the member "a"/);
    expect(messageOf('{"a":1,"\\u0061":2}')).toMatch(/repeats the member "a"/);
    expect(messageOf('{"a":{"b":1},"c":{"b":1}}')).toBeNull();
    expect(messageOf('[{"a":1},{"a":1}]')).toBeNull();
    expect(messageOf('{"a":"a","b":["a","a"]}')).toBeNull();
    expect(messageOf('{"__proto__":{}}')).toMatch(/__proto__/);
    expect(messageOf('{"\\u005f_proto__":{}}')).toMatch(/__proto__/);
    expect(messageOf('{"a":"__proto__","constructor":1,"toString":2}')).toBeNull();
    expect(messageOf('{"a":{},"b":1,"a":2}')).toMatch(/repeats the member "a"/);
  });

  test('HT10 numbers that are not finite are refused', () => {
    for (const number of ['1e400', '-1e400', `1${'0'.repeat(400)}`, `-2${'0'.repeat(308)}`])
      expect(messageOf(`[${number}]`), number).toMatch(/number/);
    for (const number of ['9007199254740991', '1e300', '-0', '0.1', '1.5e-7', '9e99'])
      expect(messageOf(`[${number}]`), number).toBeNull();
    expect(messageOf('["1e400"]')).toBeNull();
  });

  test('HT10 every finite number that JSON.stringify writes is read', () => {
    const numbers = [2 ** 53, -(2 ** 53), 2 ** 60, 1e16, 1e17, 1e20, 1e21, Number.MAX_VALUE, Number.MIN_VALUE];
    for (const n of numbers) expect(readJson(bytes(JSON.stringify({ n }))), String(n)).toEqual({ value: { n } });
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        expect(readJson(bytes(JSON.stringify({ n })))).toEqual({ value: { n: n === 0 ? 0 : n } });
      }),
    );
  });

  test('HT33 names and numbers of thousands of characters are refused', () => {
    const [name, digits] = ['n'.repeat(8_000), '1'.repeat(200)];
    expect(messageOf(`{"${name}":${digits}}`)).toBeNull();
    expect(messageOf(`{"${name}${name}":1}`)).toMatch(/member name of more than 8192 characters/);
    expect(messageOf(`[0.${'1'.repeat(2_000)}]`)).toMatch(/number of 2000 or more characters/);
  });

  test('HT34 a string of megabytes is read in short steps, whatever it consists of', () => {
    for (const character of ['\\\\', '\\"', '\\u0061', '\\ud83d\\ude00', 'x', '😀']) {
      const text = `{"a":"${character.repeat(400_000)}","b":"${character}"}`;
      const reading = readingJson(bytes(text));
      let steps = 1;
      let step = reading.next();
      for (; step.done !== true; step = reading.next()) steps += 1;
      expect(step.value).toEqual({ value: JSON.parse(text) });
      // Of half a megabyte, or 2,000 escapes, or pieces of 64 Ki.
      expect(steps, character).toBeGreaterThan(text.length / 65_536);
    }
    for (const end of ['\\ud800', '\\udc00', '\\ud83dx\\ude00', '\\u0000'])
      expect(messageOf(`{"a":"${'x'.repeat(400_000)}${end}"}`), end).toMatch(/surrogate/);
    expect(messageOf(`{"a":"${'x'.repeat(400_000)}\\`)).toMatch(/is not JSON/);
    expect(messageOf(`{"a":"${'x'.repeat(400_000)}\\x"}`)).toMatch(/is not JSON/);
  });

  test('text that is not JSON is refused without quoting it', () => {
    for (const text of [
      '',
      '{',
      '{"secret":',
      "{'a':1}",
      '[1,]',
      'undefined',
      '[NaN]',
      '[+1]',
      '{"a":1}}',
      '"abc',
      '"\\x"',
      '[01]',
      '[1-2]',
    ]) {
      expect(messageOf(text), text).toMatch(/is not JSON/);
      expect(messageOf(text)).not.toMatch(/secret/);
    }
  });

  test('every text that JSON.stringify writes is read as JSON.parse reads it', () => {
    const value = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' });
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (written, indent) => {
        const text = JSON.stringify(written, null, indent);
        const read = readJson(bytes(text));
        if ('value' in read) expect(read.value).toEqual(JSON.parse(text));
        else expect(text).toMatch(/"__proto__"|\\u0000|\\ud[89a-f]/);
      }),
      fuzz(500),
    );
  });

  test('a text that is read in pieces has the value that JSON.parse reads, or no value either', () => {
    const value = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' });
    const damage = fc.option(
      fc.record({
        at: fc.nat(),
        length: fc.nat(2),
        text: fc.constantFrom('', ',', '}', ']', '{', '[', ':', '"', '1', ' ', ',,'),
      }),
    );
    fc.assert(
      fc.property(
        value,
        fc.constantFrom(undefined, 2),
        fc.integer({ min: 1, max: 60 }),
        damage,
        (written, indent, pieceLength, change) => {
          const whole = JSON.stringify(written, null, indent);
          const at = (change?.at ?? 0) % (whole.length + 1);
          const text = change === null ? whole : whole.slice(0, at) + change.text + whole.slice(at + change.length);
          const [inPieces, atOnce] = [readJson(bytes(text), pieceLength), readJson(bytes(text), Infinity)];
          if ('value' in atOnce) expect(inPieces).toEqual(atOnce);
          else if (/is not JSON/.test(atOnce.error.message))
            expect(inPieces).toHaveProperty('error.message', expect.stringMatching(/is not JSON/));
          else expect(inPieces).toEqual(atOnce);
        },
      ),
      fuzz(3_000),
    );
  });

  test('the place of a fault in a long text is counted from its beginning', () => {
    const text = `{"list":[${'"abcdefghij",'.repeat(200)}1 2],"b":1}`;
    expect(readJson(bytes(text), 100)).toHaveProperty(
      'error.message',
      expect.stringContaining(`at position ${text.indexOf('1 2') + 2}`),
    );
  });

  test('HT33 an object with more members, or a list with more entries, than any call takes is refused after that many', () => {
    const members = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join();
    expect(messageOf(`{${members(limits.jsonMembers)}}`)).toBeNull();
    expect(messageOf(`[${'0,'.repeat(limits.jsonEntries - 1)}0]`)).toBeNull();
    expect(messageOf(`[{${members(limits.jsonMembers + 1)}}]`)).toBe(
      `has an object with more than ${limits.jsonMembers} members`,
    );
    expect(messageOf(`{"a":[${'0,'.repeat(limits.jsonEntries)}0]}`)).toBe(
      `has a list of more than ${limits.jsonEntries} entries`,
    );
    const long = `[${'0,'.repeat(limits.jsonEntries)}0]`;
    expect(readJson(bytes(`{"a":[1],"b":${long},"c":1}`))).toHaveProperty('tooLong', 'b');
    for (const nested of [long, `{"a":[${long}]}`, `{"a":{"b":${long}}}`, `[{"a":${long}}]`])
      expect(readJson(bytes(nested))).not.toHaveProperty('tooLong');
    const start = threadMs();
    for (let at = 0; at < 20; at += 1) messageOf(`{${members(limits.jsonMembers + 1)},${' '.repeat(1_000_000)}}`);
    expect((threadMs() - start) / 20).toBeLessThan(50);
  });

  slowTest('scanning a hostile text takes time linear in its length', () => {
    const start = threadMs();
    for (const part of ['\\"', '\\\\', '{"a":[', '"', '-', '1e', '{},']) messageOf(`["${part.repeat(1_000_000)}`);
    messageOf(`[${'{},'.repeat(500_000)}{}]`);
    expect(threadMs() - start).toBeLessThan(5_000);
  });
});
