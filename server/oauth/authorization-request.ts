/** Judges a request for authorization, as the client wrote it into the address of the consent page (SPEC.md, OA9 and OA10). */
import type { TokenAccess } from '#schema/access.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

import type { OAuthClient } from './client-documents.ts';
import { isResource } from './issuer.ts';
import { matchesRedirectUri } from './redirect-uri.ts';

export type AuthorizationRequest = {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly state: string | null;
  /** Null: the request named none. */
  readonly resource: string | null;
  /** What the client may be given. */
  readonly access: readonly TokenAccess[];
};

/** Returns a client by its id. Problems: oauth_client_invalid, those of the outbound guard. */
type FindClient = (id: string) => Promise<OAuthClient | Problem>;

/**
 * `query`: the query of the address. Problems: oauth_client_invalid, oauth_redirect_invalid, those of the outbound guard; and
 * oauth_request_invalid with `redirect`, the address that tells the client.
 */
export async function readRequest(
  query: string,
  issuer: string,
  findClient: FindClient,
): Promise<AuthorizationRequest | Problem> {
  const parameters = new URLSearchParams(query);
  const one = (name: string): string | null => (parameters.getAll(name).length === 1 ? parameters.get(name) : null);
  const id = one('client_id');
  if (id === null || id === '') return problem('oauth_client_invalid', { reason: 'the request has no client_id, or several' });
  const client = await findClient(id);
  if (isProblem(client)) return client;
  const redirectUri = one('redirect_uri');
  if (redirectUri === null || !matchesRedirectUri(client.redirectUris, redirectUri)) return problem('oauth_redirect_invalid');

  const state = one('state');
  const refuse = (error: string, reason: string): Problem =>
    problem('oauth_request_invalid', {
      reason,
      error,
      redirect: redirectWith({ redirectUri, state, issuer }, { error, error_description: reason }),
    });
  for (const name of new Set(parameters.keys()))
    if (parameters.getAll(name).length > 1) return refuse('invalid_request', `the parameter ${nameOf(name)} is there twice`);
  if (one('response_type') !== 'code') return refuse('unsupported_response_type', 'the response_type must be code');
  if (one('response_mode') !== null && one('response_mode') !== 'query')
    return refuse('invalid_request', 'the response_mode must be query');
  if (one('code_challenge_method') !== 'S256') return refuse('invalid_request', 'the code_challenge_method must be S256');
  const challenge = one('code_challenge');
  if (challenge === null || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return refuse('invalid_request', 'the code_challenge must be a SHA-256 in base64url, 43 characters');
  if (one('request') !== null || one('request_uri') !== null)
    return refuse('request_not_supported', 'request objects are not supported');
  const resource = one('resource');
  if (resource !== null && !isResource(issuer, resource))
    return refuse('invalid_target', `the resource must be ${issuer}, ${issuer}/mcp or ${issuer}/api/v1`);
  const scopes = (one('scope') ?? '').split(' ');
  const access = scopes.includes('read') && !scopes.includes('full') ? (['read'] as const) : (['full', 'read'] as const);
  return { client, redirectUri, challenge, state, resource, access };
}

/** A name from the request, for a message. */
const nameOf = (name: string): string => (/^\w{1,40}$/.test(name) ? name : 'of one name');

/** The redirect URI with the answer, which always has `iss` and the state [OA13]. */
export function redirectWith(
  { redirectUri, state, issuer }: { readonly redirectUri: string; readonly state: string | null; readonly issuer: string },
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  const parameters = { ...answer, ...(state !== null && { state }), iss: issuer };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
