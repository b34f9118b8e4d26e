/**
 * Cross-origin permission for chat boards: their pages have an origin of the chat's host, which no one can know beforehand.
 *
 * Any origin may make the calls of a board with a board's ticket, which its page got from the host, and without cookies. Answers to any
 * other credential stay unreadable for other origins.
 */
import express, { type Response, type Router } from 'express';

import { isChatSecret } from '#server/access/secrets.ts';

import { credentialsOf } from './credentials.ts';
import type { Resource } from './route.ts';

export function chatOrigins(resources: readonly Resource[]): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  for (const { path, routes } of resources) {
    const inChats = routes.filter(({ inChats: isOn }) => isOn === true);
    if (inChats.length === 0) continue;
    const methods = inChats.map(({ method }) => method.toUpperCase()).join(', ');
    router.all(path, (request, response, next) => {
      if (request.headers.origin === undefined) return next();
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        permitOrigin(response);
        response
          .writeHead(204, {
            'Access-Control-Allow-Methods': methods,
            'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key',
            'Access-Control-Max-Age': '600',
          })
          .end();
        return undefined;
      }
      if (isChatSecret(credentialsOf(request, null).bearer ?? '')) permitOrigin(response);
      return next();
    });
  }
  return router;
}

/** For any origin, and never with cookies. */
export function permitOrigin(response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}
