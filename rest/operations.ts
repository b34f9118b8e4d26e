/**
 * operations: the addresses outside the API that tell how the server is: /healthz, /readyz, /metrics.
 *
 * They need no token and tell nothing of users or documents. Readiness is also how a load balancer learns that the
 * server is about to end.
 */
import express, { type RequestHandler, type Router } from 'express';

import { allowMethods } from './allow-methods.ts';
import type { RestContext } from './context.ts';

export type OperationsEndpoints = {
  /** What the server stands on, by name: `ok`, or what is wrong. Ready when `ready`. Never rejects. */
  readonly readiness: () => Promise<{ readonly ready: boolean; readonly checks: Readonly<Record<string, string>> }>;
  /** Prometheus's text format, with its content type. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
};

export function operations(rest: RestContext, { readiness, metrics }: OperationsEndpoints): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const get = (path: string, answer: RequestHandler): void => {
    const at = router.route(path).get(noStore, answer);
    allowMethods(rest, at, ['get']);
  };
  get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  get('/readyz', async (_request, response) => {
    const { ready, checks } = await readiness();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks });
  });
  get('/metrics', async (_request, response) => {
    const { contentType, text } = await metrics();
    response.setHeader('Content-Type', contentType).end(text);
  });
  return router;
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
