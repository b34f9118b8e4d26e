/** What the commands of `atelier admin` share: their options, refusals, and rows in the audit log. */
import { insertAudit } from '#storage/audit.ts';
import type { Db, Storage } from '#storage/storage.ts';
import { type StoredUser, userByEmail, userById } from '#storage/users.ts';

export class AdminUsageError extends Error {
  override readonly name = 'UsageError';
}
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
}

export const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  color: { type: 'string' },
  password: { type: 'string' },
  user: { type: 'string' },
  access: { type: 'string' },
  documents: { type: 'string' },
  expires: { type: 'string' },
  tabs: { type: 'string' },
  frame: { type: 'string' },
  operations: { type: 'string' },
  rate: { type: 'string' },
} as const;

export type Option = keyof typeof options;
export type Values = Partial<Record<Option, string>>;
export type AdminCommand = {
  readonly takes: readonly Option[];
  readonly operands: number;
  run(storage: Storage, values: Values, operands: readonly string[], now: number): Promise<object>;
};

export const audit = (tx: Db, action: string, subject: string, at: number): Promise<void> =>
  insertAudit(tx, {
    at,
    action,
    actorKind: 'admin',
    userId: null,
    tokenId: null,
    documentId: null,
    subject,
    requestId: null,
    data: null,
  });

export async function findUser(storage: Storage, idOrAddress: string): Promise<StoredUser> {
  const user = await (idOrAddress.includes('@') ? userByEmail : userById)(storage.db, idOrAddress.trim());
  if (user === null) throw new AdminRefusal(`There is no user ${idOrAddress}.`);
  return user;
}

export function required(values: Values, name: Option): string {
  const value = values[name];
  if (value === undefined || value.trim() === '') throw new AdminUsageError(`--${name} is missing.`);
  return value;
}
