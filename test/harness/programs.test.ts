import { afterEach, expect, test, vi } from 'vitest';

import { missingPrograms, programPath } from './programs.ts';

afterEach(() => vi.unstubAllEnvs());

test('a missing program is named with the command that installs it on each system', () => {
  vi.stubEnv('PATH', '');
  expect(() => programPath('redis', 'redis-no-server')).toThrow(/^Redis is not installed\. To install:\n  Debian, Ubuntu:  apt-get install -y redis-server\n/);
  expect(missingPrograms()).toMatch(/^These tests need .*curl, which this machine lacks\.\nTo install:\n  Debian, Ubuntu:  apt-get install -y .*curl\n  macOS:           brew install .*curl.*\n  Windows:/);
}); // prettier-ignore

test('a program is found in PATH', () => {
  expect(programPath('curl', 'sh')).toMatch(/\/sh$/);
});
