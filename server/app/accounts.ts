/** What administrators do to accounts, in a transaction: over REST (administration.ts) and at the command line (server/operations). */
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { hashSecret, newSignInCode, randomColor } from '#server/access/secrets.ts';
import { isAdministrator, lockAdministrators, setAdministrator, setDeactivated } from '#storage/people.ts';
import { deleteSessionsOf, insertSignInCode } from '#storage/sessions.ts';
import type { Db } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';

export type NewAccount = {
  readonly name: string;
  readonly email: string | null;
  readonly color: string | undefined;
  readonly passwordHash: string | null;
};

/** The id of the account. Errors: email_taken. */
export async function addAccount(
  tx: Db,
  { name, email, color, passwordHash }: NewAccount,
  at: number,
): Promise<string | Problem> {
  const id = newId('user', at);
  const user = { id, name, color: color?.toLowerCase() ?? randomColor(), email: email?.toLowerCase() ?? null };
  return (await insertUser(tx, { ...user, passwordHash, createdAt: at })) ? id : problem('email_taken');
}

/** `page`: a path on the server that signs the person in, once. */
export async function addCode(
  tx: Db,
  userId: string,
  at: number,
): Promise<{ readonly page: string; readonly expiresAt: number }> {
  const code = newSignInCode();
  const expiresAt = at + limits.signInCodeHours * 3_600_000;
  await insertSignInCode(tx, { hash: hashSecret(code), userId, createdAt: at, expiresAt });
  return { page: `/#code=${code}`, expiresAt };
}

/** A deactivated person is signed out everywhere; their tokens are refused until they are active again. Errors: last_administrator. */
export async function setActive(tx: Db, userId: string, isActive: boolean, at: number): Promise<Problem | null> {
  if (!isActive && (await isLastAdministrator(tx, userId))) return problem('last_administrator');
  await setDeactivated(tx, userId, isActive ? null : at);
  if (!isActive) await deleteSessionsOf(tx, userId);
  return null;
}

/** Errors: last_administrator. */
export async function changeAdministrator(tx: Db, userId: string, isAdmin: boolean): Promise<Problem | null> {
  if (!isAdmin && (await isLastAdministrator(tx, userId))) return problem('last_administrator');
  await setAdministrator(tx, userId, isAdmin);
  return null;
}

async function isLastAdministrator(tx: Db, userId: string): Promise<boolean> {
  const others = (await lockAdministrators(tx)).filter((id) => id !== userId);
  return others.length === 0 && (await isAdministrator(tx, userId));
}
