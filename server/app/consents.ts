/** What the consent page shows and decides (../oauth/SPEC.md, OA9 to OA13). */
import type { AuthorizationDecision } from '#schema/token-calls.ts';
import type { Authorization } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { PersonActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import { hashSecret, newOAuthSecret } from '#server/access/secrets.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { checkFence } from './token-fence.ts';
import type { Call } from '#server/call.ts';
import { clientById, insertOAuthSecret, markClientUsed } from '#storage/oauth.ts';
import type { Db } from '#storage/storage.ts';
import { listTokens } from '#storage/tokens.ts';

import { type AuthorizationRequest, readRequest, redirectWith } from '#server/oauth/authorization-request.ts';
import { ClientDocuments, isUrlId, type OAuthClient } from '#server/oauth/client-documents.ts';
import type { CodeData } from './grants.ts';
import { issuerOf, isLoopback } from '#server/oauth/issuer.ts';
import { redirectHost } from '#server/oauth/redirect-uri.ts';

export type Consents = {
  /** Who asks for access, and for what. Errors: those of `readRequest`, oauth_unavailable. */
  show(call: Call<PersonActor>, query: string): Promise<Authorization | Problem>;
  /** Where the browser goes next. Errors: also invalid_request, document_not_found, too_large. */
  decide(call: Call<PersonActor>, body: AuthorizationDecision): Promise<{ readonly redirect: string } | Problem>;
};

const dayMs = 24 * 60 * 60 * 1000;

export function createConsents(context: AppContext): Consents {
  const { storage, now } = context;
  const documents = new ClientDocuments(context.outbound, now);

  async function requestOf(
    call: Call<PersonActor>,
    query: string,
  ): Promise<(AuthorizationRequest & { issuer: string }) | Problem> {
    const issuer = issuerOf(context.issuer, call.origin ?? context.publicUrl);
    if (issuer === null) return problem('oauth_unavailable');
    const request = await readRequest(query, issuer, clientOf);
    return isProblem(request) ? request : { ...request, issuer };
  }

  async function clientOf(id: string): Promise<OAuthClient | Problem> {
    if (isUrlId(id)) return documents.client(id);
    const client = id.length > 100 ? null : await clientById(storage.db, id);
    return client === null
      ? problem('oauth_client_invalid', { reason: 'no client registered under this id' })
      : { ...client, isVouched: false };
  }

  return {
    async show(call, query) {
      const request = await requestOf(call, query);
      return isProblem(request) ? request : shown(request);
    },

    async decide(call, { query, allow, access, documents, fence: wanted = null, days }) {
      const request = await requestOf(call, query);
      if (isProblem(request)) return request;
      const { client, redirectUri, challenge, resource } = request;
      if (!allow) {
        const error_description = 'The person did not give access.';
        return { redirect: redirectWith(request, { error: 'access_denied', error_description }) };
      }
      if (!request.access.includes(access))
        return problem('oauth_request_invalid', { reason: 'the client asked for reading only' });
      // Before the transaction: reading a document may wait for its writers, which may wait for a transaction.
      const checked = await checkFence(context, { documents, fence: wanted });
      if (isProblem(checked)) return checked;
      const { documents: chosen, fence } = checked;
      const about = (): { subject: string } => ({ subject: client.id });
      return commit<{ redirect: string }>(context, call, { action: 'grant.allow', secret: true, about }, async (tx) => {
        const at = now();
        const refusal = await refuseGrant(tx, call, chosen, at);
        if (refusal !== null) return refusal;
        const code = newOAuthSecret('code');
        const data: CodeData = {
          userId: call.actor.userId,
          client: { id: client.id, name: client.name, host: clientHost(request) },
          redirectUri,
          challenge,
          resource,
          access,
          documents: chosen,
          fence,
          grantMs: days * dayMs,
        };
        const expiresAt = at + limits.oauthCodeSeconds * 1000;
        await insertOAuthSecret(tx, { hash: hashSecret(code), kind: 'code', tokenId: null, data, createdAt: at, expiresAt });
        if (!client.isVouched) await markClientUsed(tx, client.id, at);
        return { redirect: redirectWith(request, { code }) };
      });
    },
  };

  async function refuseGrant(
    tx: Db,
    call: Call<PersonActor>,
    chosen: readonly string[] | null,
    at: number,
  ): Promise<Problem | null> {
    if ((await listTokens(tx, call.actor.userId, at)).length >= limits.tokensPerUser)
      return problem('too_large', { limit: limits.tokensPerUser, hint: 'Revoke tokens that are no longer used.' });
    for (const documentId of chosen ?? []) {
      const access = await authorize(tx, call.actor, documentId, 'viewer', { now: at });
      if (isProblem(access)) return access;
    }
    return null;
  }
}

/** A URL vouches for its host. Of any other client only the place is known where the browser goes. */
const clientHost = ({ client, redirectUri }: AuthorizationRequest): string =>
  client.isVouched ? new URL(client.id).host : redirectHost(redirectUri);

const shown = (request: AuthorizationRequest): Authorization => ({
  client: { id: request.client.id, name: request.client.name, host: clientHost(request) },
  isVouched: request.client.isVouched,
  redirectHost: redirectHost(request.redirectUri),
  isLocal: isLoopback(new URL(request.redirectUri)),
  access: [...request.access],
});
