/** A client of OAuth for tests, in plain HTTP: registration, the consent of a person, and the token calls. */
import { createHash, randomBytes } from 'node:crypto';

import type { TestAnswer, TestServer } from './server.test-support.ts';

export type FormAnswer = { readonly status: number; readonly headers: Headers; readonly json: ReturnType<typeof JSON.parse> };
export type Parameters = Readonly<Record<string, string | null>>;

export const redirectUri = 'http://127.0.0.1:9999/callback';

/** A verifier and its challenge. */
export function newProof(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export class OAuthTester {
  readonly server: TestServer;
  /** The Cookie header of the person who decides. */
  readonly cookie: string;

  constructor(server: TestServer, cookie: string) {
    this.server = server;
    this.cookie = cookie;
  }

  /** Posts a form. A null parameter is left out. */
  async post(path: string, parameters: Parameters, headers: Record<string, string> = {}): Promise<FormAnswer> {
    const body = new URLSearchParams(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null));
    return this.send(path, body.toString(), { 'Content-Type': 'application/x-www-form-urlencoded', ...headers });
  }

  async send(path: string, body: string, headers: Record<string, string>): Promise<FormAnswer> {
    const response = await fetch(`${this.server.origin}${path}`, { method: 'POST', body, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: text === '' ? undefined : JSON.parse(text) };
  }

  /** The id of a client that registered itself. */
  async register(redirectUris: readonly string[] = [redirectUri]): Promise<string> {
    const body = JSON.stringify({ client_name: 'Test program', redirect_uris: redirectUris });
    const { status, json } = await this.send('/oauth/register', body, { 'Content-Type': 'application/json' });
    if (status !== 201) throw new Error(`registration: ${status} ${JSON.stringify(json)}`);
    return json.client_id;
  }

  /** The query of a request for authorization. */
  query(client: string, challenge: string, changes: Parameters = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: client,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'st4te',
      resource: `${this.server.origin}/mcp`,
      ...changes,
    };
    return new URLSearchParams(
      Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null),
    ).toString();
  }

  async decide(query: string, decision: object = {}, headers: Record<string, string> = {}): Promise<TestAnswer> {
    const body = { query, allow: true, access: 'full', documents: null, days: 30, ...decision };
    return this.server.call('POST', '/authorization', { cookie: this.cookie, body, headers });
  }

  /** The parameters of the redirect with which the decision answers. */
  async redirected(query: string, decision: object = {}): Promise<URLSearchParams> {
    const { status, json } = await this.decide(query, decision);
    if (status !== 200) throw new Error(`decision: ${status} ${JSON.stringify(json)}`);
    return new URL(json.redirect).searchParams;
  }

  /** A code and what redeems it. */
  async code(client: string, decision: object = {}, changes: Parameters = {}): Promise<{ code: string; form: Parameters }> {
    const { verifier, challenge } = newProof();
    const code = (await this.redirected(this.query(client, challenge, changes), decision)).get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      client_id: client,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    return { code, form };
  }

  /** The tokens of a new grant. */
  async grant(client: string, decision: object = {}): Promise<{ access: string; refresh: string; id: string; form: Parameters }> {
    const { form } = await this.code(client, decision);
    const { status, json } = await this.post('/oauth/token', form);
    if (status !== 200) throw new Error(`token: ${status} ${JSON.stringify(json)}`);
    const { tokens } = (await this.server.call('GET', '/tokens', { cookie: this.cookie })).json;
    return { access: json.access_token, refresh: json.refresh_token, id: tokens[0].id, form };
  }

  refresh(client: string, refreshToken: string, changes: Parameters = {}): Promise<FormAnswer> {
    return this.post('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: client,
      refresh_token: refreshToken,
      ...changes,
    });
  }
}
