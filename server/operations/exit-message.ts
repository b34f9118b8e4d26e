/** The message and the status with which a command exits after an error (SPEC.md, OPS6 to OPS8). */
import { StorageFull, StorageRefusal, StorageUnavailable } from '#storage/failures.ts';

import { AdminRefusal, AdminUsageError } from './admin-command.ts';
import { usage } from './administer.ts';
import { ConfigError } from './config.ts';
import { withoutSecrets } from './log.ts';

export const exitCodes = { done: 0, fault: 1, usage: 2 } as const;

export type ExitMessage = { readonly text: string; readonly exitCode: number };

/** `text` ends with a line break and holds no secret. */
export function exitMessage(error: unknown): ExitMessage {
  const isWrongUsage = error instanceof AdminUsageError || error instanceof ConfigError;
  const text = isWrongUsage || isForOperator(error) ? error.message : stackOf(error);
  const help = error instanceof AdminUsageError ? usage : '';
  return { text: `${withoutSecrets(text)}\n${help}`, exitCode: isWrongUsage ? exitCodes.usage : exitCodes.fault };
}

/** Errors of the operating system name the system call and its object. */
const isForOperator = (error: unknown): error is Error =>
  error instanceof AdminRefusal ||
  error instanceof StorageRefusal ||
  error instanceof StorageUnavailable ||
  error instanceof StorageFull ||
  (error instanceof Error && 'syscall' in error);

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
