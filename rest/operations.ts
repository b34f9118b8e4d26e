/**
 * The addresses for operators, outside the API: /healthz, /readyz and /metrics.
 *
 * They need no token and reveal nothing about users or documents. Load balancers use readiness to notice that the server is shutting
 * down.
 */
import express, { type RequestHandler, type Router } from 'express';

import { allowMethods } from './allow-methods.ts';
import type { RestContext } from './context.ts';

export type OperationsEndpoints = {
  /** The state of each dependency by name: `ok`, or what is wrong. Never rejects. */
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
