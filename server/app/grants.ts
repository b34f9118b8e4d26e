/** Grants of clients: registration, and the codes and tokens by which a client gets and uses its grant (../oauth/SPEC.md, OA8 and OA14 to OA19). */
import { createHash } from 'node:crypto';

import type { TokenAccess, TokenClient, TokenFence } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import { hashSecret, newClientId, newOAuthSecret } from '#server/access/secrets.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import type { Call } from '#server/call.ts';
import { insertClient, insertOAuthSecret, type OAuthSecret, oauthSecretByHash, useOAuthSecret } from '#storage/oauth.ts';
import type { Db } from '#storage/storage.ts';
import { insertToken, revokeToken, tokenById } from '#storage/tokens.ts';

import { clientName, redirectUrisIn } from '#server/oauth/client-documents.ts';

/** A refusal in the form of RFC 6749, 5.2. */
export class OAuthRefusal {
  readonly error: string;
  readonly description: string;

  constructor(error: string, description: string) {
    this.error = error;
    this.description = description;
  }
}

/** What a code stands for. */
export type CodeData = {
  readonly userId: string;
  readonly client: TokenClient;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly resource: string | null;
  readonly access: TokenAccess;
  readonly documents: readonly string[] | null;
  readonly fence?: TokenFence | null;
  readonly grantMs: number;
};
type RefreshData = { readonly resource: string | null };

export type IssuedTokens = {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: TokenAccess;
};
export type Registration = {
  readonly client_id: string;
  readonly client_id_issued_at: number;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: 'none';
};
/** Parameters of a token or revocation call, each there once. */
export type OAuthForm = ReadonlyMap<string, string>;

export type Grants = {
  register(call: Call<null>, metadata: Readonly<Record<string, unknown>>): Promise<Registration | OAuthRefusal>;
  /** Redeems a code or a refresh token. */
  token(call: Call<null>, form: OAuthForm): Promise<IssuedTokens | OAuthRefusal>;
  revoke(call: Call<null>, form: OAuthForm): Promise<null | OAuthRefusal>;
};

/** What a transaction decided. A second use of a secret ends its grant, so it must commit although the answer is a refusal. */
type Outcome =
  | { readonly issued: IssuedTokens; readonly grant: string }
  | { readonly refusal: OAuthRefusal; readonly ended: string | null };

export function createGrants(context: AppContext): Grants {
  const { storage, now } = context;

  return {
    async register(call, metadata) {
      const redirectUris = redirectUrisIn(metadata['redirect_uris']);
      if (redirectUris === null)
        return new OAuthRefusal(
          'invalid_redirect_uri',
          `redirect_uris must be a list of 1 to ${limits.redirectUrisPerClient} addresses: https, http to this computer, or the scheme of an application.`,
        );
      const client = { id: newClientId(), name: clientName(metadata['client_name'], 'A program without a name'), redirectUris };
      const at = now();
      await storage.transact((tx) => insertClient(tx, client, { at, unusedMax: limits.unusedClients }));
      return {
        client_id: client.id,
        client_id_issued_at: Math.floor(at / 1000),
        client_name: client.name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      };
    },

    async token(call, form) {
      const type = form.get('grant_type');
      if (type !== 'authorization_code' && type !== 'refresh_token')
        return new OAuthRefusal('unsupported_grant_type', 'The grant_type must be authorization_code or refresh_token.');
      if (!form.has('client_id'))
        return new OAuthRefusal('invalid_client', 'The client_id is missing. Clients have no secret here.');
      const needed = type === 'refresh_token' ? ['refresh_token'] : ['code', 'code_verifier', 'redirect_uri'];
      const missing = needed.filter((name) => !form.has(name));
      if (missing.length > 0) return new OAuthRefusal('invalid_request', `${missing.join(' and ')} must be there, once.`);
      const work = type === 'refresh_token' ? refresh : redeem;
      return settle(call, (tx) => work(tx, form, now()));
    },

    async revoke(call, form) {
      const token = form.get('token');
      if (token === undefined) return new OAuthRefusal('invalid_request', 'token must be there, once.');
      const secret = await oauthSecretByHash(storage.db, hashSecret(token));
      if (secret === null || secret.kind === 'code' || secret.tokenId === null) return null;
      const grant = await tokenById(storage.db, secret.tokenId);
      if (grant === null) return null;
      if (grant.client?.id !== form.get('client_id'))
        return new OAuthRefusal('invalid_client', 'The token was not issued to this client_id.');
      await end(call, grant.id);
      return null;
    },
  };

  async function settle(call: Call<null>, work: (tx: Db) => Promise<Outcome>): Promise<IssuedTokens | OAuthRefusal> {
    const outcome = await commit<Outcome>(
      context,
      call,
      {
        action: 'grant.token',
        about: (value) => ({ subject: 'grant' in value ? value.grant : (value.ended ?? '') }),
        applied: (value) => 'grant' in value || value.ended !== null,
      },
      work,
    );
    if (isProblem(outcome)) return new OAuthRefusal('invalid_request', outcome.detail);
    if ('issued' in outcome) return outcome.issued;
    if (outcome.ended !== null) context.credentialsChanged();
    return outcome.refusal;
  }

  async function end(call: Call<null>, grantId: string): Promise<void> {
    await commit(context, call, { action: 'token.revoke', about: () => ({ subject: grantId }) }, async (tx) => {
      await revokeToken(tx, grantId, null, now());
      return null;
    });
    context.credentialsChanged();
  }
}

async function redeem(tx: Db, form: OAuthForm, at: number): Promise<Outcome> {
  const code = await oauthSecretByHash(tx, hashSecret(form.get('code') ?? ''));
  if (code === null || code.kind !== 'code') return refused('The code is unknown.');
  if (code.usedAt !== null) return usedTwice(tx, code, at);
  if (code.expiresAt <= at) return refused('The code has expired. Start again.');
  // Written by the consent page.
  const data = code.data as CodeData;
  if (data.client.id !== form.get('client_id')) return refused('The code was issued to another client.');
  if (data.redirectUri !== form.get('redirect_uri'))
    return refused('The redirect_uri is not the one of the authorization request.');
  if (challengeOf(form.get('code_verifier') ?? '') !== data.challenge)
    return refused('The code_verifier does not match the code_challenge of the authorization request.');
  const otherResource = refuseResource(form, data.resource);
  if (otherResource !== null) return otherResource;
  const id = newId('tok', at);
  if (!(await useOAuthSecret(tx, code.hash, id, at))) return usedTwice(tx, await oauthSecretByHash(tx, code.hash), at);
  const expiresAt = at + data.grantMs;
  const { userId, client, access, documents, fence = null } = data;
  await insertToken(tx, {
    id,
    userId,
    name: client.name,
    access,
    documents,
    fence,
    // A grant has no secret of its own: no credential has this hash.
    hash: `grant:${id}`,
    createdAt: at,
    lastUsedAt: null,
    expiresAt,
    revokedAt: null,
    client,
  });
  return issue(tx, { grant: id, access, expiresAt, resource: data.resource }, at);
}

async function refresh(tx: Db, form: OAuthForm, at: number): Promise<Outcome> {
  const token = await oauthSecretByHash(tx, hashSecret(form.get('refresh_token') ?? ''));
  if (token === null || token.kind !== 'refresh' || token.tokenId === null) return refused('The refresh token is unknown.');
  const grant = await tokenById(tx, token.tokenId);
  if (grant === null) return refused('The grant was revoked.');
  if (grant.client?.id !== form.get('client_id')) return refused('The refresh token was issued to another client.');
  if (token.usedAt !== null) return usedTwice(tx, token, at);
  if (token.expiresAt <= at) return refused('The grant has expired. Ask the person again.');
  const data = token.data as RefreshData;
  const otherResource = refuseResource(form, data.resource);
  if (otherResource !== null) return otherResource;
  if (grant.access === 'read' && (form.get('scope') ?? '').split(' ').includes('full'))
    return { refusal: new OAuthRefusal('invalid_scope', 'The grant is for reading only.'), ended: null };
  if (!(await useOAuthSecret(tx, token.hash, grant.id, at))) return usedTwice(tx, await oauthSecretByHash(tx, token.hash), at);
  return issue(tx, { grant: grant.id, access: grant.access, expiresAt: token.expiresAt, resource: data.resource }, at);
}

type NewTokens = {
  readonly grant: string;
  readonly access: TokenAccess;
  readonly expiresAt: number;
  readonly resource: string | null;
};

async function issue(tx: Db, { grant, access, expiresAt, resource }: NewTokens, at: number): Promise<Outcome> {
  const accessToken = newOAuthSecret('access');
  const refreshToken = newOAuthSecret('refresh');
  const accessUntil = Math.min(at + limits.oauthAccessMinutes * 60_000, expiresAt);
  const shared = { tokenId: grant, createdAt: at };
  await insertOAuthSecret(tx, { ...shared, hash: hashSecret(accessToken), kind: 'access', data: null, expiresAt: accessUntil });
  await insertOAuthSecret(tx, { ...shared, hash: hashSecret(refreshToken), kind: 'refresh', data: { resource }, expiresAt });
  const issued: IssuedTokens = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: Math.floor((accessUntil - at) / 1000),
    refresh_token: refreshToken,
    scope: access,
  };
  return { issued, grant };
}

/** The secret is in other hands: the grant ends, with all of its tokens [OA15, OA17]. */
async function usedTwice(tx: Db, secret: OAuthSecret | null, at: number): Promise<Outcome> {
  const grant = secret?.tokenId ?? null;
  const isEnded = grant !== null && (await revokeToken(tx, grant, null, at));
  const description = 'It was used before. The access that it led to has ended, because it may be in other hands.';
  return { refusal: new OAuthRefusal('invalid_grant', description), ended: isEnded ? grant : null };
}

/** The token call may repeat the resource of the request, or leave it out. */
function refuseResource(form: OAuthForm, resource: string | null): Outcome | null {
  const requested = form.get('resource');
  if (requested === undefined || requested === resource) return null;
  return {
    refusal: new OAuthRefusal('invalid_target', 'The resource is not the one of the authorization request.'),
    ended: null,
  };
}

const refused = (description: string): Outcome => ({ refusal: new OAuthRefusal('invalid_grant', description), ended: null });

const challengeOf = (verifier: string): string | null =>
  /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) ? createHash('sha256').update(verifier).digest('base64url') : null;
