/**
 * Signing in with an OpenID Connect provider: the authorization code flow, on the server's side. Each attempt has its own state,
 * nonce and PKCE verifier, which only the browser that began it keeps.
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
  /** The provider's address, exactly as its tokens spell it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Its name on the button of the sign-in page. */
  readonly name: string;
  /** Whether people without an account get one when they sign in. */
  readonly signUp: boolean;
};

/** What the browser keeps until the provider redirects it back. */
export type SignInAttempt = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** The identity that the provider vouches for. `email` is null unless the provider has verified it. */
export type VouchedIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly name: string | null;
};

const timeoutS = 10;

export class OpenId {
  readonly settings: OpenIdSettings;
  /** The redirect URI. */
  readonly #returnUrl: string;
  #configuration: Promise<Configuration> | null = null;

  constructor(settings: OpenIdSettings, returnUrl: string) {
    this.settings = settings;
    this.#returnUrl = returnUrl;
  }

  /** The URL to redirect the browser to, and the attempt it must keep. Throws what openid-client throws, e.g. for an unreachable provider. */
  async begin(): Promise<{ readonly url: string; readonly attempt: SignInAttempt }> {
    const configuration = await this.#configured();
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

  /**
   * The identity of the person who comes back. `query` is the query of the redirect. openid-client checks signature, issuer, audience,
   * times and nonce of the ID token, and throws if one is wrong.
   */
  async finish(query: string, { state, nonce, verifier }: SignInAttempt): Promise<VouchedIdentity> {
    const configuration = await this.#configured();
    const currentUrl = new URL(this.#returnUrl);
    currentUrl.search = query;
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(configuration, currentUrl, checks);
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no ID token');
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo =
      claims['email'] === undefined && hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    const profile: Readonly<Record<string, unknown>> = { ...userInfo, ...claims };
    const email = profile['email_verified'] === true ? textOf(profile['email'], 254) : null;
    const name = textOf(profile['name'], 80) ?? textOf(profile['preferred_username'], 80);
    return { issuer: claims.iss, subject: claims.sub, email, name };
  }

  /**
   * Discovered when the first person signs in, and again after a failure: the server starts even if the provider is unreachable.
   */
  #configured(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error: unknown) => {
      this.#configuration = null;
      throw error;
    });
    return this.#configuration;
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const address = new URL(issuer);
    // Plain HTTP is for this machine only: config.ts refuses other hosts.
    const execute = address.protocol === 'http:' ? [allowInsecureRequests] : [];
    return discovery(address, clientId, clientSecret, undefined, { execute, timeout: timeoutS });
  }
}

/** The text without control characters, cut to `limit` code points; null if nothing is left. */
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
