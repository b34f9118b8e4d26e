import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { problem } from '#schema/problem.ts';
import { newId } from '#schema/ids.ts';
import { insertDocument } from '#storage/documents.ts';
import { insertGuest, insertSession } from '#storage/sessions.ts';
import { insertShareLink } from '#storage/share-links.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { revokeToken, tokenByHash } from '#storage/tokens.ts';
import { addPerson, addToken, type TestAccount } from '#test/harness/people.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { authenticate } from './authenticate.ts';
import { hashSecret, newGuestId, newSessionSecret, newTokenSecret } from './secrets.ts';

const folder = temporaryFolder('authenticate');
const now = Date.now();
const [session, guest] = [newSessionSecret(), newSessionSecret()];
let storage: Storage;
let ada: TestAccount;

beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  ada = await addPerson(storage, 'Ada');
  const [documentId, linkId] = [newId('doc'), newId('link')];
  const link = {
    id: linkId,
    documentId,
    secret: 'x',
    secretHash: null,
    level: 'viewer',
    publish: false,
    tabs: null,
    createdBy: ada.id,
  } as const;
  const lifetime = { createdAt: now, expiresAt: now + 1_000 };
  const identity = { guestId: newGuestId(), name: 'Grace', color: '#c2410c' };
  await storage.transact(async (tx) => {
    await insertDocument(tx, { id: documentId, name: 'Plans', ownerId: ada.id, at: now });
    await insertSession(tx, { hash: hashSecret(session), userId: ada.id, ...lifetime });
    await insertShareLink(tx, { ...link, ...lifetime, revokedAt: null });
    await insertGuest(tx, { hash: hashSecret(guest), documentId, linkId, ...identity, ...lifetime });
  });
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

describe('authenticate', () => {
  test('[AC1] a bearer token takes precedence over cookies, and an invalid one is refused despite valid cookies', async () => {
    const agent = await authenticate(storage.db, { bearer: ada.token, session, guest }, now);
    expect(agent).toMatchObject({ kind: 'agent', userId: ada.id });
    const refused = await authenticate(storage.db, { bearer: newTokenSecret(), session, guest }, now);
    expect(refused).toEqual(problem('unauthenticated'));
  });

  test('[AC2] with an invalid session cookie the guest cookie counts, and without one the call is anonymous', async () => {
    expect(await authenticate(storage.db, { session, guest }, now)).toMatchObject({ kind: 'person', userId: ada.id });
    expect(await authenticate(storage.db, { session: newSessionSecret(), guest }, now)).toMatchObject({ kind: 'guest' });
    expect(await authenticate(storage.db, { session: newSessionSecret() }, now)).toBeNull();
    expect(await authenticate(storage.db, { session, guest }, now + 1_000)).toBeNull();
  });

  test('[AC3] expired, revoked, unknown and malformed tokens get the same refusal', async () => {
    const expired = await addToken(storage, ada.id, { expiresAt: now });
    const revoked = await addToken(storage, ada.id);
    const { id } = (await tokenByHash(storage.db, hashSecret(revoked)))!;
    await storage.transact((tx) => revokeToken(tx, id, null, now));
    for (const bearer of [expired, revoked, newTokenSecret(), 'nonsense', ''])
      expect(await authenticate(storage.db, { bearer }, now)).toEqual(problem('unauthenticated'));
  });
});
