/**
 * complaint: what a command says when it cannot go on, and the exit status it ends with.
 *
 * E1  What whoever started it can mend (a setting, bad usage, a taken port, a database that is away) is one line.
 * E2  Anything else is a fault of ours and comes with its stack.
 */
import { StorageFull, StorageRefusal, StorageUnavailable } from '#storage/failures.ts';

import { AdminRefusal, AdminUsageError, usage } from './administer.ts';
import { ConfigError } from './config.ts';
import { withoutSecrets } from './log.ts';

export const exitCodes = { done: 0, fault: 1, usage: 2 } as const;

export type Complaint = { readonly text: string; readonly exitCode: number };

/** `text` ends with a line break and holds no secret. */
export function complaint(error: unknown): Complaint {
  const isMisuse = error instanceof AdminUsageError || error instanceof ConfigError;
  const text = isMisuse || isForTheUser(error) ? error.message : stackOf(error);
  const help = error instanceof AdminUsageError ? usage : '';
  return { text: `${withoutSecrets(text)}\n${help}`, exitCode: isMisuse ? exitCodes.usage : exitCodes.fault };
}

/** [E1] The operating system's own errors say what was tried and on what. */
const isForTheUser = (error: unknown): error is Error =>
  error instanceof AdminRefusal ||
  error instanceof StorageRefusal ||
  error instanceof StorageUnavailable ||
  error instanceof StorageFull ||
  (error instanceof Error && 'syscall' in error);

/** [E2] */
const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
