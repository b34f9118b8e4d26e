/**
 * Clients that are identified by a URL: reads their documents through the outbound guard, and keeps them for some minutes (SPEC.md, OA4
 * and OA5). Documents are fetched for signed-in people only.
 */
import { limits } from '#schema/limits.ts';
import { isPlainObject } from '#schema/plain-object.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Outbound } from '#server/outbound/outbound.ts';

import { isRedirectUri } from './redirect-uri.ts';

export type OAuthClient = {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The id is a URL whose host vouches for the redirect URIs. */
  readonly isVouched: boolean;
};

const cacheMax = 200;

export class ClientDocuments {
  readonly #outbound: Outbound;
  readonly #now: () => number;
  readonly #cache = new Map<string, { readonly client: OAuthClient; readonly until: number }>();

  constructor(outbound: Outbound, now: () => number) {
    this.#outbound = outbound;
    this.#now = now;
  }

  /** Problems: oauth_client_invalid, outbound_refused, outbound_failed. */
  async client(id: string): Promise<OAuthClient | Problem> {
    const cached = this.#cache.get(id);
    if (cached !== undefined && cached.until > this.#now()) return cached.client;
    const client = await this.#read(id);
    if (isProblem(client)) return client;
    this.#cache.delete(id);
    this.#cache.set(id, { client, until: this.#now() + limits.clientDocumentKeptMs });
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= cacheMax) break;
      this.#cache.delete(oldest);
    }
    return client;
  }

  async #read(id: string): Promise<OAuthClient | Problem> {
    if (!isDocumentUrl(id)) return invalid('the id must be a URL with a path, in its canonical form');
    const answer = await this.#outbound.fetch(id, {
      headers: { Accept: 'application/json' },
      timeoutMs: limits.clientDocumentMs,
      bytesMax: limits.clientDocumentBytes,
    });
    if (isProblem(answer)) return answer;
    if (answer.status !== 200) return invalid(`its document was answered with status ${answer.status}`);
    return clientIn(id, answer.body);
  }
}

/** True for a client id that is a URL. */
export const isUrlId = (id: string): boolean => /^https?:\/\//i.test(id);

function isDocumentUrl(id: string): boolean {
  if (!URL.canParse(id)) return false;
  const { href, pathname } = new URL(id);
  return href === id && pathname !== '/';
}

function clientIn(id: string, body: Buffer): OAuthClient | Problem {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return invalid('its document is not JSON');
  }
  if (!isPlainObject(document)) return invalid('its document is not a JSON object');
  if (document['client_id'] !== id) return invalid('the client_id in its document is not the URL of the document');
  const method = document['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none' || document['client_secret'] !== undefined)
    return invalid('its document asks for a client with a secret or a key, and clients here have none');
  const redirectUris = redirectUrisIn(document['redirect_uris']);
  if (redirectUris === null) return invalid('its document has no valid redirect_uris');
  return { id, name: clientName(document['client_name'], new URL(id).host), redirectUris, isVouched: true };
}

/** Null unless it is a list of valid redirect URIs. */
export function redirectUrisIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.redirectUrisPerClient) return null;
  return value.every((uri) => typeof uri === 'string' && isRedirectUri(uri)) ? (value as string[]) : null;
}

const nameCharacters = 80;

/** The name that a client gives itself, without characters that could make it look like other text of the page. */
export function clientName(value: unknown, fallback: string): string {
  if (typeof value !== 'string') return fallback;
  const visible = value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(visible).slice(0, nameCharacters).join('') || fallback;
}

const invalid = (reason: string): Problem => problem('oauth_client_invalid', { reason });
