import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { newTokenSecret } from '#server/access/secrets.ts';
import { StorageFull, StorageRefusal, StorageUnavailable } from '#storage/failures.ts';

import { AdminRefusal, AdminUsageError } from './admin-command.ts';
import { usage } from './administer.ts';
import { exitMessage } from './exit-message.ts';
import { ConfigError } from './config.ts';

function systemError(): unknown {
  try {
    return readFileSync('/nowhere/at/all');
  } catch (error) {
    return error;
  }
}

describe('exit-message', () => {
  test('[OPS6] an error that the operator can resolve is one line', () => {
    expect(exitMessage(new ConfigError('PORT is bad.'))).toEqual({ text: 'PORT is bad.\n', exitCode: 2 });
    for (const Kind of [AdminRefusal, StorageRefusal, StorageUnavailable, StorageFull])
      expect(exitMessage(new Kind('No.'))).toEqual({ text: 'No.\n', exitCode: 1 });
    expect(exitMessage(systemError())).toEqual({
      text: "ENOENT: no such file or directory, open '/nowhere/at/all'\n",
      exitCode: 1,
    });
  });

  test('[OPS6] wrong usage is followed by the usage', () => {
    expect(exitMessage(new AdminUsageError('No.'))).toEqual({ text: `No.\n${usage}`, exitCode: 2 });
  });

  test('[OPS7] an unexpected error is printed with its stack', () => {
    expect(exitMessage(new TypeError('oops')).text).toMatch(/^TypeError: oops\n +at .*exit-message\.test\.ts/);
    expect(exitMessage('thrown text')).toEqual({ text: 'thrown text\n', exitCode: 1 });
  });

  test('[OPS8] a secret that was passed in the wrong place is not repeated', () => {
    const secret = newTokenSecret();
    for (const error of [new AdminRefusal(`There is no token ${secret}.`), new AdminUsageError(secret), new Error(secret)])
      expect(exitMessage(error).text).not.toContain(secret.slice(4));
  });
});
