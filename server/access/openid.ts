/**
 * openid: signing in by way of an OpenID Connect provider: the authorization code flow, from this server's side.
 *
 * Q1  Each attempt has a state, a nonce and a PKCE verifier of its own; the browser that began it alone holds them.
 * Q2  The ID token's signature, issuer, audience, times and nonce are checked by openid-client before anything is believed.
 * Q3  The provider is asked for its addresses when somebody first signs in: a provider that is away does not keep the server
 *     from starting, and is asked again the next time.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

export type OpenIdSettings = {
  /** The provider's address, as its tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button on the sign-in page calls it. */
  readonly name: string;
  /** Whether somebody who has no account here gets one. */
  readonly signUp: boolean;
};

/** What the browser holds between leaving for the provider and coming back. [Q1] */
export type SignInAttempt = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** What the provider says of somebody. `email` only where it says that it has verified it. */
export type VouchedIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly name: string | null;
};

const timeoutS = 10;

export class OpenId {
  readonly settings: OpenIdSettings;
  /** Where the provider sends people back to. */
  readonly #returnUrl: string;
  #configuration: Promise<Configuration> | null = null;

  constructor(settings: OpenIdSettings, returnUrl: string) {
    this.settings = settings;
    this.#returnUrl = returnUrl;
  }

  /** Where to send a browser, and what it is to hold meanwhile. Throws what openid-client throws when the provider is away. */
  async begin(): Promise<{ readonly url: string; readonly attempt: SignInAttempt }> {
    const configuration = await this.#discovered();
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#returnUrl,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /** Who came back. `query` is that of the address under which they came. Throws what openid-client throws. [Q2] */
  async finish(query: string, { state, nonce, verifier }: SignInAttempt): Promise<VouchedIdentity> {
    const configuration = await this.#discovered();
    const here = new URL(this.#returnUrl);
    here.search = query;
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(configuration, here, checks);
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no ID token');
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const info =
      claims['email'] === undefined && hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    const told: Readonly<Record<string, unknown>> = { ...info, ...claims };
    const email = told['email_verified'] === true ? textOf(told['email'], 254) : null;
    const name = textOf(told['name'], 80) ?? textOf(told['preferred_username'], 80);
    return { issuer: claims.iss, subject: claims.sub, email, name };
  }

  /** [Q3] */
  #discovered(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error: unknown) => {
      this.#configuration = null;
      throw error;
    });
    return this.#configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const address = new URL(issuer);
    // Plain http only to this very machine: config.ts lets no other through.
    const execute = address.protocol === 'http:' ? [allowInsecureRequests] : [];
    return discovery(address, clientId, clientSecret, undefined, { execute, timeout: timeoutS });
  }
}

/** A text without control characters, cut; null for nothing. */
function textOf(value: unknown, limit: number): string | null {
  if (typeof value !== 'string') return null;
  const text = Array.from(
    value
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  )
    .slice(0, limit)
    .join('')
    .trim();
  return text === '' ? null : text;
}
