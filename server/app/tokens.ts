/** A person's API tokens. The secret is shown once, when the token is created; only its hash is stored. */
import type { Token } from '#schema/access.ts';
import type { TokenPatch } from '#schema/task.ts';
import type { NewToken } from '#schema/token-calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { PersonActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import { hashSecret, newTokenSecret } from '#server/access/secrets.ts';
import type { Call } from '#server/call.ts';
import { setHandle } from '#storage/handles.ts';
import { insertToken, listTokens, revokeToken, type StoredToken } from '#storage/tokens.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { checkFence } from './token-fence.ts';

export type Tokens = {
  /** Errors: document_not_found for a document that the owner may not read, too_large, invalid_request. */
  create(call: Call<PersonActor>, body: NewToken): Promise<{ readonly token: Token; readonly secret: string } | Problem>;
  /** Newest first, expired ones too. */
  list(call: Call<PersonActor>): Promise<{ readonly tokens: readonly Token[] }>;
  /** Sets its handle. Errors: token_not_found, handle_taken, invalid_request for a token that only reads. */
  change(call: Call<PersonActor>, tokenId: string, body: TokenPatch): Promise<Token | Problem>;
  /** Errors: token_not_found. */
  revoke(call: Call<PersonActor>, tokenId: string): Promise<null | Problem>;
};

export function createTokens(context: AppContext): Tokens {
  const { storage, now } = context;
  return {
    async create(call, body) {
      const { actor } = call;
      // Before the transaction: reading a document may wait for its writers, which may wait for a transaction.
      const checked = await checkFence(context, body);
      if (isProblem(checked)) return checked;
      const auditSpec = {
        action: 'token.create',
        secret: true,
        about: (value: { token: Token }) => ({ subject: value.token.id }),
      };
      return commit(context, call, auditSpec, async (tx) => {
        const at = now();
        const expiresAt = body.expiresAt ?? null;
        if (expiresAt !== null && expiresAt <= at) return inThePast('/expiresAt');
        if ((await listTokens(tx, actor.userId, at)).length >= limits.tokensPerUser)
          return problem('too_large', { limit: limits.tokensPerUser });
        for (const documentId of checked.documents ?? []) {
          const access = await authorize(tx, actor, documentId, 'viewer', { now: at });
          if (isProblem(access)) return access;
        }
        const secret = newTokenSecret();
        const token: StoredToken = {
          id: newId('tok', at),
          userId: actor.userId,
          name: body.name,
          access: body.access,
          documents: checked.documents,
          hash: hashSecret(secret),
          createdAt: at,
          lastUsedAt: null,
          expiresAt,
          revokedAt: null,
          fence: checked.fence,
          client: null,
          handle: null,
          handFrom: null,
        };
        await insertToken(tx, token);
        return { token: publicToken(token), secret };
      });
    },
    list: async ({ actor }) => ({ tokens: (await listTokens(storage.db, actor.userId, now())).map(publicToken) }),
    change(call, tokenId, body) {
      const { userId } = call.actor;
      const about = (): { subject: string } => ({ subject: tokenId });
      return commit(context, call, { action: 'token.change', about }, async (tx) => {
        const at = now();
        const token = (await listTokens(tx, userId, at)).find(({ id }) => id === tokenId);
        if (token === undefined) return problem('token_not_found');
        const { handFrom = 'owner' } = body;
        const handle = body.handle?.toLowerCase() ?? null;
        if (handle !== null && token.access === 'read')
          return problem('invalid_request', {
            errors: [{ in: 'body', pointer: '/handle', message: 'needs a token with access full' }],
          });
        const isFree = await setHandle(tx, { tokenId, userId, handle, handFrom }, at);
        return isFree ? publicToken({ ...token, handle, handFrom }) : problem('handle_taken');
      });
    },
    async revoke(call, tokenId) {
      const about = (): { subject: string } => ({ subject: tokenId });
      const result = await commit(context, call, { action: 'token.revoke', about }, async (tx) =>
        (await revokeToken(tx, tokenId, call.actor.userId, now())) ? null : problem('token_not_found'),
      );
      if (result === null) context.credentialsChanged();
      return result;
    },
  };
}

/** A token as shown to its owner: without its hash. */
export function publicToken(token: StoredToken): Token {
  const { id, name, access, documents, createdAt, lastUsedAt, expiresAt, fence, client, handle } = token;
  return {
    id,
    name,
    access,
    documents: documents === null ? null : [...documents],
    createdAt,
    lastUsedAt,
    expiresAt,
    fence,
    ...(client !== null && { via: 'oauth', client }),
    handle,
    handFrom: token.handFrom ?? 'owner',
  };
}

export const inThePast = (pointer: string): Problem =>
  problem('invalid_request', { errors: [{ in: 'body', pointer, message: 'must be in the future' }] });
