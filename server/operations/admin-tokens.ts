/** The commands of `atelier admin` for tokens. */
import { TokenFence } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { Name } from '#schema/tab.ts';
import { isValid, validationErrors } from '#schema/validate.ts';
import { fenceFault } from '#server/app/token-fence.ts';
import { hashSecret, newTokenSecret } from '#server/access/secrets.ts';
import { documentById } from '#storage/documents.ts';
import type { Storage } from '#storage/storage.ts';
import { tabsAmong } from '#storage/tabs.ts';
import { insertToken, listTokens, revokeToken } from '#storage/tokens.ts';

import { AdminRefusal, AdminUsageError, audit, findUser, required, type Values } from './admin-command.ts';

export async function addToken(storage: Storage, values: Values, _operands: readonly string[], now: number): Promise<object> {
  const user = await findUser(storage, required(values, 'user'));
  const name = required(values, 'name');
  const access = values.access ?? 'full';
  if (!isValid(Name, name)) throw new AdminUsageError('--name must be a text of at most 200 characters.');
  if (access !== 'full' && access !== 'read') throw new AdminUsageError('--access must be full or read.');
  const documents = values.documents === undefined ? null : await existingDocuments(storage, values.documents);
  const fence = await newFence(storage, values, documents);
  const expiresAt = values.expires === undefined ? null : now + lifeMs(values.expires);
  const id = newId('tok', now);
  const secret = newTokenSecret();
  await storage.transact(async (tx) => {
    if ((await listTokens(tx, user.id, now)).length >= limits.tokensPerUser)
      throw new AdminRefusal(`${user.id} already has ${limits.tokensPerUser} tokens, the maximum: revoke one first.`);
    await insertToken(tx, {
      id,
      userId: user.id,
      name,
      access,
      documents,
      hash: hashSecret(secret),
      createdAt: now,
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
      fence,
    });
    await audit(tx, 'token.create', id, now);
  });
  return { id, secret };
}

/** Null without options of a fence. Whether the frame exists turns out when the token draws. */
async function newFence(storage: Storage, values: Values, documents: readonly string[] | null): Promise<TokenFence | null> {
  const { tabs, frame, operations, rate } = values;
  if ([tabs, frame, operations, rate].every((value) => value === undefined)) return null;
  const listOf = (text: string): string[] => [...new Set(text.split(',').map((part) => part.trim()))];
  const fence: TokenFence = {
    ...(tabs !== undefined && { tabs: listOf(tabs) }),
    ...(frame !== undefined && { frame }),
    ...(operations !== undefined && { operations: listOf(operations) }),
    ...(rate !== undefined && { rate: Number(rate) }),
  };
  const [fault] = validationErrors(TokenFence, fence);
  if (fault !== undefined) throw new AdminUsageError(`--${fault.pointer.split('/')[1] ?? ''} ${fault.message}.`);
  const wrong = fenceFault(fence, documents);
  if (wrong !== null) throw new AdminUsageError(`--${wrong.pointer.slice('/fence/'.length)} ${wrong.message}.`);
  if (fence.tabs !== undefined && (await tabsAmong(storage.db, documents ?? [], fence.tabs)).length < fence.tabs.length)
    throw new AdminRefusal('The tabs must all belong to the documents.');
  return fence;
}

export async function revokeOneToken(
  storage: Storage,
  _values: Values,
  [id = '']: readonly string[],
  now: number,
): Promise<object> {
  await storage.transact(async (tx) => {
    if (!(await revokeToken(tx, id, null, now))) throw new AdminRefusal(`There is no token ${id} that is still valid.`);
    await audit(tx, 'token.revoke', id, now);
  });
  return { id, revoked: true };
}

/** From ids separated by commas. Documents in the trash count, as they may be restored. */
async function existingDocuments(storage: Storage, list: string): Promise<string[]> {
  const ids = [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  if (ids.length === 0 || ids.length > limits.documentsPerToken)
    throw new AdminUsageError(`--documents must name 1 to ${limits.documentsPerToken} documents, separated by commas.`);
  for (const id of ids) if ((await documentById(storage.db, id)) === null) throw new AdminRefusal(`There is no document ${id}.`);
  return ids;
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30d`, `12h`, `90m` in milliseconds. */
function lifeMs(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  if (count === '') throw new AdminUsageError('--expires must be a time such as 30d, 12h or 90m.');
  return Number(count) * (units[unit] ?? 0);
}
