/** People with an account. */
import { recordAccessChange } from './access-changes.ts';
import { prepareQuery } from './prepared.ts';
import type { Db } from './tables.ts';

export type StoredUser = {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Lowercase. */
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly createdAt: number;
};

const columns = ['id', 'name', 'color', 'email', 'password_hash as passwordHash', 'created_at as createdAt'] as const;

/** Writes nothing and returns false if the email address is taken. */
export async function insertUser(tx: Db, user: StoredUser): Promise<boolean> {
  const row = await tx
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      color: user.color,
      email: user.email?.toLowerCase() ?? null,
      password_hash: user.passwordHash,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const byId = prepareQuery((db, slots: { id: string }) => db.selectFrom('users').select(columns).where('id', '=', slots.id));

export async function userById(db: Db, id: string): Promise<StoredUser | null> {
  const [row] = await byId(db, { id });
  return row === undefined ? null : { ...row };
}

/** Ignores the case of the address. */
export async function userByEmail(db: Db, email: string): Promise<StoredUser | null> {
  const row = await db.selectFrom('users').select(columns).where('email', '=', email.toLowerCase()).executeTakeFirst();
  return row === undefined ? null : { ...row };
}

/** All people, the oldest account first. */
export async function listUsers(db: Db): Promise<StoredUser[]> {
  const rows = await db.selectFrom('users').select(columns).orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => ({ ...row }));
}

/** The person with the changed fields; null if there is no such person. Open connections show the new name and color. */
export async function changeUser(
  tx: Db,
  userId: string,
  changes: Partial<Pick<StoredUser, 'name' | 'color' | 'passwordHash'>>,
): Promise<StoredUser | null> {
  const { name, color, passwordHash } = changes;
  const values = {
    ...(name !== undefined && { name }),
    ...(color !== undefined && { color }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
  };
  // An update that sets nothing is no valid statement.
  if (Object.keys(values).length === 0) return userById(tx, userId);
  const row = await tx.updateTable('users').set(values).where('id', '=', userId).returning(columns).executeTakeFirst();
  if (row === undefined) return null;
  if (name !== undefined || color !== undefined) await recordAccessChange(tx, 'user', userId);
  return { ...row };
}

/** False if there is no such person. */
export async function setPassword(tx: Db, userId: string, passwordHash: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
