/**
 * operations: the addresses outside the API that tell how the server is: /healthz, /readyz, /metrics.
 *
 * They need no token and tell nothing of users or documents. Readiness is also how a load balancer learns that the
 * server is about to end.
 */
import express, { type Router } from 'express';

export type Operations = {
  /** What the server stands on, by name: `ok`, or what is wrong. Ready when `ready`. Never rejects. */
  readonly readiness: () => Promise<{ readonly ready: boolean; readonly checks: Readonly<Record<string, string>> }>;
  /** Prometheus's text format, with its content type. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
};

export function operations({ readiness, metrics }: Operations): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  router.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const { ready, checks } = await readiness();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', checks });
  });
  router.get('/metrics', async (_request, response) => {
    const { contentType, text } = await metrics();
    response.setHeader('Content-Type', contentType).end(text);
  });
  return router;
}
