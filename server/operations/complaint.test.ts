import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { newTokenSecret } from '#server/access/secrets.ts';
import { StorageFull, StorageRefusal, StorageUnavailable } from '#storage/failures.ts';

import { AdminRefusal, AdminUsageError, usage } from './administer.ts';
import { complaint } from './complaint.ts';
import { ConfigError } from './config.ts';

function systemError(): unknown {
  try {
    return readFileSync('/nowhere/at/all');
  } catch (error) {
    return error;
  }
}

describe('complaint', () => {
  test('[E1] what whoever started it can mend is one line', () => {
    expect(complaint(new ConfigError('PORT is bad.'))).toEqual({ text: 'PORT is bad.\n', exitCode: 2 });
    for (const Kind of [AdminRefusal, StorageRefusal, StorageUnavailable, StorageFull])
      expect(complaint(new Kind('No.'))).toEqual({ text: 'No.\n', exitCode: 1 });
    expect(complaint(systemError())).toEqual({
      text: "ENOENT: no such file or directory, open '/nowhere/at/all'\n",
      exitCode: 1,
    });
  });

  test('[E1] bad usage says how it is used', () => {
    expect(complaint(new AdminUsageError('No.'))).toEqual({ text: `No.\n${usage}`, exitCode: 2 });
  });

  test('[E2] a fault of ours comes with its stack', () => {
    expect(complaint(new TypeError('oops')).text).toMatch(/^TypeError: oops\n +at .*complaint\.test\.ts/);
    expect(complaint('thrown text')).toEqual({ text: 'thrown text\n', exitCode: 1 });
  });

  test('a secret that was given in the wrong place is not repeated', () => {
    const secret = newTokenSecret();
    for (const error of [new AdminRefusal(`There is no token ${secret}.`), new AdminUsageError(secret), new Error(secret)])
      expect(complaint(error).text).not.toContain(secret.slice(4));
  });
});
