/** People as administrators see them: who administers the installation, and whose account is deactivated. */
import { recordAccessChange } from './access-changes.ts';
import { foldName } from './documents.ts';
import type { Db } from './tables.ts';

export type StoredPerson = {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly email: string | null;
  readonly createdAt: number;
  readonly isAdministrator: boolean;
  /** Null if the account is active. */
  readonly deactivatedAt: number | null;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
};

const peopleOf = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.user_id', '=', 'users.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .select([
      'users.id',
      'users.name',
      'users.color',
      'users.email',
      'users.created_at as createdAt',
      'users.is_admin as isAdmin',
      'users.deactivated_at as deactivatedAt',
      'users.password_hash as passwordHash',
      'second_factors.user_id as factorOf',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof peopleOf>['execute']>>[number];

const personOf = ({ isAdmin, passwordHash, factorOf, ...row }: Row): StoredPerson => ({
  ...row,
  isAdministrator: isAdmin === 1,
  hasPassword: passwordHash !== null,
  hasSecondFactor: factorOf !== null,
});

/**
 * The newest account first. `search`: part of the name or address. `before`: the id of the last person of the previous page. Names are
 * compared here, because databases fold them differently.
 */
export async function listPeople(
  db: Db,
  { search, before, limit }: { readonly search: string; readonly before: string | null; readonly limit: number },
): Promise<{ readonly people: StoredPerson[]; readonly next: string | null }> {
  let select = peopleOf(db).orderBy('users.id', 'desc');
  if (before !== null) select = select.where('users.id', '<', before);
  if (search === '') select = select.limit(limit + 1);
  const part = foldName(search);
  const found = (await select.execute())
    .map(personOf)
    .filter(({ name, email }) => foldName(name).includes(part) || (email ?? '').includes(part));
  const people = found.slice(0, limit);
  return { people, next: found.length > limit ? (people.at(-1)?.id ?? null) : null };
}

export async function personById(db: Db, userId: string): Promise<StoredPerson | null> {
  const row = await peopleOf(db).where('users.id', '=', userId).executeTakeFirst();
  return row === undefined ? null : personOf(row);
}

/** Whether they are an administrator, and active. */
export async function isAdministrator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_admin', '=', 1)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isDeactivated(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('deactivated_at').where('id', '=', userId).executeTakeFirst();
  return row !== undefined && row.deactivated_at !== null;
}

/** The ids of the active administrators, whose rows are locked until the end of the transaction. */
export async function lockAdministrators(tx: Db): Promise<string[]> {
  const rows = await tx
    .updateTable('users')
    .set({ is_admin: 1 })
    .where('is_admin', '=', 1)
    .where('deactivated_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function setAdministrator(tx: Db, userId: string, isAdmin: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

/** `at` null: active again. Open connections of all their credentials are checked again. */
export async function setDeactivated(tx: Db, userId: string, at: number | null): Promise<void> {
  await tx.updateTable('users').set({ deactivated_at: at }).where('id', '=', userId).execute();
  const tokens = await tx
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id } of tokens) await recordAccessChange(tx, 'token', id);
}
