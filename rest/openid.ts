/**
 * The addresses for signing in through an OpenID Connect provider, outside the API.
 *
 * /sign-in/ways lists the ways to sign in. /sign-in/openid redirects to the provider, and keeps the attempt in a cookie that scripts
 * cannot read, for ten minutes. /sign-in/openid/return signs in, or redirects to the sign-in page with a failure. Either way the
 * attempt is used up, and neither code nor state stays in the address bar.
 */
import express, { type Request, type Response, type Router } from 'express';

import { isProblem } from '#schema/problem.ts';
import type { SignInAttempt, OpenId } from '#server/access/openid.ts';

import { allowMethods } from './allow-methods.ts';
import { sendProblem } from './answer.ts';
import type { RestContext, RestLog } from './context.ts';
import { setCookieHeader } from './credentials.ts';

export const openIdReturnPath = '/sign-in/openid/return';

const attemptCookie = 'atelier_openid';
const attemptSeconds = 600;

/** `openId` is null if no provider is configured. */
export function openid(rest: RestContext, log: RestLog, openId: OpenId | null): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const get = (path: string, answer: (request: Request, response: Response) => Promise<void> | void): void => {
    const at = router.route(path).get(async (request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      const { headers, refusal } = await rest.budget.take(null, request.ip ?? '');
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (refusal !== null) sendProblem(rest, request, response, refusal);
      else await answer(request, response);
    });
    allowMethods(rest, at, ['get']);
  };
  get('/sign-in/ways', (_request, response) => {
    response.json({ openid: openId === null ? null : { name: openId.settings.name } });
  });
  if (openId === null) return router;

  const fail = (request: Request, response: Response, error: unknown, message: string): void => {
    // A provider's message may contain secrets, so only the kind of the error is logged.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    log.warn({ requestId: rest.requestIdOf(response), kind: error instanceof Error ? error.name : typeof error, code }, message);
    response.redirect(302, '/#sign-in=failed');
  };
  get('/sign-in/openid', async (request, response) => {
    try {
      const { url, attempt } = await openId.begin();
      response.append(
        'Set-Cookie',
        attemptHeader(`${attempt.state}.${attempt.nonce}.${attempt.verifier}`, rest.originOf(request)),
      );
      response.redirect(302, url);
    } catch (error) {
      fail(request, response, error, 'the OpenID Connect provider could not be reached');
    }
  });
  get(openIdReturnPath, async (request, response) => {
    const attempt = attemptOf(request.headers.cookie ?? '');
    response.append('Set-Cookie', attemptHeader(null, rest.originOf(request)));
    if (attempt === null) return fail(request, response, null, 'a sign-in returned from the provider that did not start here');
    try {
      const identity = await openId.finish(new URL(request.originalUrl, 'http://here').search, attempt);
      const call = { actor: null, requestId: rest.requestIdOf(response), key: null, replayed: false };
      const signedIn = await rest.app.session.signInVouched(call, identity, {
        signUp: openId.settings.signUp,
        userAgent: request.get('User-Agent') ?? null,
      });
      if (isProblem(signedIn)) return fail(request, response, signedIn, 'a person that the provider identified has no account');
      const cookie = { name: 'session', value: signedIn.secret, maxAgeMs: signedIn.lifeMs } as const;
      response.append('Set-Cookie', setCookieHeader(cookie, rest.originOf(request)));
      response.redirect(302, '/');
    } catch (error) {
      fail(request, response, error, 'signing in through the provider failed');
    }
  });
  return router;
}

/** SameSite=Lax, because the browser must send the cookie when the provider redirects back. */
function attemptHeader(value: string | null, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  const seconds = value === null ? 0 : attemptSeconds;
  return `${attemptCookie}=${value ?? ''}; Path=/sign-in; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function attemptOf(header: string): SignInAttempt | null {
  for (const part of header.split(';')) {
    const [name = '', value = ''] = part.trim().split('=');
    const [state, nonce, verifier, ...more] = value.split('.');
    if (name !== attemptCookie || state === undefined || nonce === undefined || verifier === undefined || more.length > 0)
      continue;
    if ([state, nonce, verifier].every((text) => /^[\w-]{20,128}$/.test(text))) return { state, nonce, verifier };
  }
  return null;
}
