/**
 * The HTTP interface as one Express application: headers, request ids, the API under its root, and shutdown.
 *
 * Every answer has an X-Request-Id, which is also in the log. Tokens, cookies, secrets, queries and bodies are not logged. Only
 * chat boards get cross-origin permission; other headers follow helmet, with a policy under which nothing is loaded or framed.
 */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { customAlphabet } from 'nanoid';

import { limits } from '#schema/limits.ts';
import { problem } from '#schema/problem.ts';
import type { OpenId } from '#server/access/openid.ts';
import type { Application } from '#server/app/app.ts';
import { failureOf } from '#server/app/failure.ts';
import { type CallerBudgets, unlimitedBudgets } from '#server/budgets/caller-budgets.ts';
import type { NewLimiter } from '#server/cluster/shared-limiters.ts';

import { sendProblem } from './answer.ts';
import { CallerTurns } from './caller-turns.ts';
import { chatOrigins } from './chat-origins.ts';
import { BodyRoom } from './body-room.ts';
import type { RestContext, RestLog } from './context.ts';
import { originOf } from './credentials.ts';
import { oauth } from './oauth.ts';
import { openid } from './openid.ts';
import { operations, type OperationsEndpoints } from './operations.ts';
import type { EmbedOrigins } from './oembed.ts';
import { builtPage, page } from './page.ts';
import { PageFiles } from './page-files.ts';
import { published } from './published.ts';
import { apiRoot } from './problem-answer.ts';
import { CallBudget, type RateLimit } from './rate-limit.ts';
import { logCall } from './request-log.ts';
import { resources } from './resources.ts';
import { createRouter } from './router.ts';
import { securityHeaders } from './security-headers.ts';
import { toolServer, type ToolServer } from './tool-server.ts';

export type RestOptions = {
  readonly app: Application;
  readonly log: RestLog;
  readonly operations: OperationsEndpoints;
  readonly toolServer: ToolServer;
  /** PUBLIC_URL, or null; links in answers then use the host of the request. */
  readonly publicUrl: string | null;
  /** The scheme and host for requests without a usable Host header. */
  readonly fallbackOrigin: string;
  readonly rateLimit: RateLimit;
  /** Creates a limiter that counts calls in this process, or together with other nodes. */
  readonly newLimiter: NewLimiter;
  /** Default: none. */
  readonly accounts?: CallerBudgets;
  /** Express's `trust proxy`: the number of proxies in front, or false. */
  readonly trustProxy: number | false;
  /** The provider through which people can sign in; none by default. */
  readonly openId?: OpenId | null;
  /** The folder of the built page; the one of this installation by default. */
  readonly pageFolder?: string;
  /** The origins whose pages may have published boards in frames; none by default. */
  readonly embedOrigins?: EmbedOrigins;
  /** True while the server shuts down: API calls are refused with shutting_down. */
  readonly isDraining: () => boolean;
  /** How late the event loop is, as a multiple of the operator's bound. */
  readonly overload?: () => number;
};

/** For room and turns; well below the 30 s of a whole request (http-server.ts). */
const waitMs = 10_000;

const newRequestId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 20);

export function createRest(options: RestOptions): Express {
  const { app, log, publicUrl, fallbackOrigin } = options;
  const rest: RestContext = {
    app,
    budget: new CallBudget(options.rateLimit, options.newLimiter),
    accounts: options.accounts ?? unlimitedBudgets(),
    bodies: new BodyRoom({ bytes: limits.bodyRoomBytes, bytesPerCaller: limits.bodyRoomBytes / 3, waitMs }),
    toolBodies: new BodyRoom({ bytes: limits.toolBodyBytes, bytesPerCaller: limits.toolBodyBytes, waitMs }),
    reads: new CallerTurns({ atOnce: limits.expensiveReadsAtOnce, waiting: limits.expensiveReadsWaiting, waitMs }),
    publicUrl,
    isDraining: options.isDraining,
    overload: options.overload ?? (() => 0),
    originOf: (request) => originOf(request, publicUrl, fallbackOrigin),
    requestIdOf: (response) => String(response.getHeader('X-Request-Id')),
    fail: (request, response, error) => fail(rest, log, request, response, error),
  };
  const server = express();
  server.disable('x-powered-by').disable('etag');
  server.set('query parser', false).set('trust proxy', options.trustProxy).set('env', 'production');
  server.enable('strict routing').enable('case sensitive routing');
  const headers = securityHeaders(publicUrl?.startsWith('https:') === true);
  server.use((request, response, next) => {
    response.setHeader('X-Request-Id', `req_${newRequestId()}`);
    for (const [name, value] of headers) response.setHeader(name, value);
    logCall(log, request, response);
    next();
  });
  server.use(openid(rest, log, options.openId ?? null));
  server.use(oauth(rest, options.rateLimit === 'off' ? null : options.newLimiter));
  server.use(operations(rest, options.operations));
  server.use(toolServer(rest, options.toolServer));
  server.use(apiRoot, chatOrigins(resources));
  server.use(apiRoot, createRouter(rest, resources));
  const files = new PageFiles(options.pageFolder ?? builtPage);
  server.use(published(rest, { files, embedOrigins: options.embedOrigins ?? [] }));
  server.use(page(rest, files));
  server.use((request: Request, response: Response) => sendProblem(rest, request, response, problem('route_not_found')));
  // Express recognizes an error handler by its four parameters.
  server.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    // A path with broken percent-encoding does not exist.
    if (error instanceof URIError) sendProblem(rest, request, response, problem('route_not_found'));
    else fail(rest, log, request, response, error);
  });
  return server;
}

function fail(rest: RestContext, log: RestLog, request: Request, response: Response, error: unknown): void {
  const { answer, isFault } = failureOf(error);
  const requestId = rest.requestIdOf(response);
  if (isFault) log.error({ requestId, err: error, route: response.locals['route'] }, 'a call failed');
  else log.warn({ requestId, err: error, route: response.locals['route'] }, 'a call could not be served');
  if (answer === 'drop' || response.headersSent) response.destroy();
  else sendProblem(rest, request, response, answer);
}
