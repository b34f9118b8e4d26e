import { describe, expect, test } from 'vitest';

import { AllowList, isAllowEntry } from './allow-list.ts';
import { isPublic, readAddress } from './ip-address.ts';

const isPublicText = (text: string): boolean | null => {
  const address = readAddress(text);
  return address === null ? null : isPublic(address);
};

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    '100::1',
    '4000::1',
  ])('OUT1 %s is not public', (text) => {
    expect(isPublicText(text)).toBe(false);
  });

  test.each(['1.1.1.1', '9.255.255.255', '172.32.0.1', '192.167.1.1', '2606:4700::1111', '2a00:1450::1'])(
    'OUT1 %s is public',
    (text) => {
      expect(isPublicText(text)).toBe(true);
    },
  );

  test.each([
    ['::ffff:127.0.0.1', false],
    ['::ffff:a9fe:a9fe', false],
    ['0:0:0:0:0:ffff:10.0.0.1', false],
    ['64:ff9b::10.0.0.1', false],
    ['64:ff9b::1.1.1.1', true],
    ['::ffff:1.1.1.1', true],
    ['::127.0.0.1', false],
  ])('OUT2 %s is judged by the address in it', (text, expected) => {
    expect(isPublicText(text)).toBe(expected);
  });

  test.each(['localhost', '1.2.3', 'fe80::1%eth0', '', '[::1]'])('"%s" is not an address', (text) => {
    expect(readAddress(text)).toBeNull();
  });
});

describe('the allow list', () => {
  test('OUT4 a network includes its addresses in every notation, and no others', () => {
    const list = new AllowList(['10.0.0.0/8', 'fd00::/8', '192.168.1.7']);
    const includes = (text: string): boolean => {
      const address = readAddress(text);
      return address !== null && list.includes(address);
    };
    expect(['10.255.0.1', '::ffff:10.0.0.1', 'fd12::1', '192.168.1.7'].map(includes)).toEqual([true, true, true, true]);
    expect(['11.0.0.1', 'fe80::1', '192.168.1.8', '::1'].map(includes)).toEqual([false, false, false, false]);
  });

  test('OUT4 a host is compared without regard to case', () => {
    const list = new AllowList(['Hooks.Internal']);
    expect(list.includesHost('hooks.internal')).toBe(true);
    expect(list.includesHost('other.hooks.internal')).toBe(false);
  });

  test.each(['hooks.internal', 'localhost', '10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'a-b.example'])(
    '%s is an entry',
    (entry) => {
      expect(isAllowEntry(entry)).toBe(true);
    },
  );

  test.each([
    '',
    'https://a.example',
    'a.example:80',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fd00::/129',
    'a.example/8',
    '*',
    '10.0.0',
  ])('"%s" is not an entry', (entry) => {
    expect(isAllowEntry(entry)).toBe(false);
  });
});
