/**
 * The addresses for operators, outside the API: /healthz, /readyz and /metrics.
 *
 * They reveal nothing about users or documents. Load balancers use readiness to notice that the server is shutting down. Metrics need the
 * operator's token; without one, they are for callers on this machine that come through no proxy, and there is no such address for others.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import express, { type RequestHandler, type Router } from 'express';

import { problem } from '#schema/problem.ts';

import { allowMethods } from './allow-methods.ts';
import { sendProblem } from './answer.ts';
import type { RestContext } from './context.ts';

export type OperationsEndpoints = {
  /** The state of each dependency by name: `ok`, or what is wrong. Never rejects. */
  readonly readiness: () => Promise<{ readonly ready: boolean; readonly checks: Readonly<Record<string, string>> }>;
  /** Prometheus's text format, with its content type. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** METRICS_TOKEN; null: metrics are for this machine only. */
  readonly metricsToken: string | null;
};

export function operations(rest: RestContext, { readiness, metrics, metricsToken }: OperationsEndpoints): Router {
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
  get('/metrics', async (request, response) => {
    if (metricsToken === null && !isLocal(request)) return sendProblem(rest, request, response, problem('route_not_found'));
    if (metricsToken !== null && !hasToken(request, metricsToken))
      return sendProblem(
        rest,
        request,
        response,
        problem('unauthenticated', { hint: 'Send the METRICS_TOKEN of this node as a bearer token.' }),
      );
    const { contentType, text } = await metrics();
    response.setHeader('Content-Type', contentType).end(text);
  });
  return router;
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;

/** A proxy on this machine passes on what others send, and says so. */
const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  headers.via === undefined;

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [sent, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
