/**
 * Logs one line per call: request id, method, route, status, time, and the caller by id.
 *
 * Queries, headers and bodies are never logged, because they can contain secrets.
 */
import type { Request, Response } from 'express';

import type { Actor } from '#server/access/actor.ts';

import type { RestLog } from './context.ts';
import { isStream } from './stream-answer.ts';

export function logCall(log: RestLog, request: Request, response: Response): void {
  const start = performance.now();
  response.on('close', () => {
    const { route, actor } = response.locals as { readonly route?: string; readonly actor?: Actor };
    if (route === undefined && response.statusCode < 400) return;
    log.info(
      {
        requestId: response.getHeader('X-Request-Id'),
        method: request.method,
        route: route ?? null,
        // A stream usually ends because the reader disconnects.
        status: response.writableFinished || isStream(response) ? response.statusCode : 'dropped',
        ms: Math.round((performance.now() - start) * 10) / 10,
        ...(actor !== undefined && actor.kind !== 'guest' && { user: actor.userId }),
        ...(actor?.kind === 'agent' && { token: actor.tokenId }),
      },
      'call',
    );
  });
}
