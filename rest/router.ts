/**
 * Builds an Express router from the list of resources. All calls take the same steps.
 *
 * Address and method come first (404, 405 with Allow), then the caller (401), the rate limit (429) and access (403, 404). Only then is
 * the body read, when there is room for it (body-room.ts), so that the server does not read megabytes that it will refuse.
 */
import express, { type Request, type Response, type Router } from 'express';

import { isId } from '#schema/ids.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { CallCredentials } from '#server/access/authenticate.ts';
import type { CallerAccount } from '#server/budgets/caller-budgets.ts';
import { resumeAccount } from '#server/budgets/current-account.ts';
import type { Call } from '#server/call.ts';

import { allowMethods } from './allow-methods.ts';
import { sendAnswer, sendProblem } from './answer.ts';
import { bodyBytesMax, takeBody } from './body.ts';
import { bodyBytes } from './body-room.ts';
import { countBytes } from './count-bytes.ts';
import { credentialsOf, isForeignOrigin, isSameOrigin } from './credentials.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { countGuess, identify } from './identify.ts';
import { paramsIn, refuseParams } from './params.ts';
import { type QueryValues, readQuery } from './query.ts';
import { documentLevel } from './refusals.ts';
import { ClientGone } from './read-body.ts';
import type { RestContext } from './context.ts';
import type { RouteAnswer, Params, Resource, RestRoute } from './route.ts';
import { sendStream } from './stream-answer.ts';

export function createRouter(rest: RestContext, resources: readonly Resource[]): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  for (const { path, routes } of resources) {
    const methods = routes.map(({ method }) => method);
    const at = router.route(path);
    for (const route of routes) at[route.method]((request, response) => void serve(rest, path, route, request, response));
    allowMethods(rest, at, methods);
  }
  return router;
}

async function serve(rest: RestContext, path: string, route: RestRoute, request: Request, response: Response): Promise<void> {
  response.locals['route'] = route.id;
  response.locals['isHeld'] = route.isHeld;
  try {
    const call = await admit(rest, path, route, request, response);
    if (isProblem(call)) return sendProblem(rest, request, response, call);
    countBytes(call.account, request, response);
    await call.account.run(async () => {
      resumeAccount();
      const answer = await run(rest, route, request, response, call);
      resumeAccount();
      if (isProblem(answer)) sendProblem(rest, request, response, answer);
      else if (answer.stream !== undefined) sendStream(request, response, answer.stream);
      else await sendAnswer(rest, request, response, route, answer);
    });
  } catch (error) {
    if (error instanceof ClientGone) response.destroy();
    else rest.fail(request, response, error);
  }
}

async function admit(
  rest: RestContext,
  path: string,
  route: RestRoute,
  request: Request,
  response: Response,
): Promise<Admitted | Problem> {
  if (rest.isDraining()) {
    response.setHeader('Connection', 'close');
    return problem('shutting_down');
  }
  if (isShed(rest, route)) return problem('room_unavailable', { detail: overloaded });
  const params = request.params as Params;
  const names = paramsIn(path);
  const rawQuery = queryOf(request);
  const documentId = names.includes('doc') ? params.doc : route.guestOfQuery === true ? documentIn(rawQuery) : null;
  const credentials = route.access === 'public' ? {} : credentialsOf(request, documentId);
  const actor = await identify(rest, request, response, route.access === 'public' ? null : credentials);
  if (isProblem(actor)) return actor;

  const refusal = refuseActor(rest, route, request, actor) ?? refuseParams(path, request.params);
  if (refusal !== null) return refusal;
  const query = readQuery(rawQuery, route.query);
  if (isProblem(query)) return query;
  const level = documentLevel(route);
  if (level !== null && actor !== null && documentId !== null && route.method !== 'get') {
    // The application checks access again within the write. Checking it here avoids reading the body of a call that cannot succeed.
    const access = await rest.app.authorize(actor, documentId, level, {
      write: route.write ?? true,
      isPreliminary: true,
      trashed: route.trashed ?? false,
    });
    if (isProblem(access)) return access;
  }
  const account = rest.accounts.account(actor, request.ip ?? '');
  return { actor, account, credentials, params, query, rawQuery };
}

/** Runs an admitted call when it has its turn, or when there is room for its body. */
function run(
  rest: RestContext,
  route: RestRoute,
  request: Request,
  response: Response,
  admitted: Admitted,
): Promise<RouteAnswer | Problem> {
  const caller = callerOf(admitted.actor, request);
  const work = (): Promise<RouteAnswer | Problem> => perform(rest, route, request, response, admitted);
  if (isExpensive(route)) return rest.reads.run(caller, work);
  return route.method === 'get' ? work() : rest.bodies.run(caller, bodyBytes(request, bodyBytesMax(route)), work);
}

const overloaded = 'The server has too much to do at the moment; nothing was applied.';
/** Reads that cost little are refused when the event loop is this many times later than those that cost much. */
const shedCheapAt = 4;

/** Pictures and long answers are refused first, then other reads. Writes, and the tickets of editors, are not. */
function isShed(rest: RestContext, route: RestRoute): boolean {
  return route.method === 'get' && rest.overload() >= (isExpensive(route) ? 1 : shedCheapAt);
}

const isExpensive = ({ method, isDrawn = false, isLong = false }: RestRoute): boolean => method === 'get' && (isDrawn || isLong);

type Admitted = {
  readonly actor: Actor | null;
  readonly account: CallerAccount;
  readonly credentials: CallCredentials;
  readonly params: Params;
  readonly query: QueryValues;
  readonly rawQuery: string;
};

/** Runs an admitted call, from its body to its answer. */
async function perform(
  rest: RestContext,
  route: RestRoute,
  request: Request,
  response: Response,
  { actor, credentials, params, query, rawQuery }: Admitted,
): Promise<RouteAnswer | Problem> {
  const body = route.method === 'get' ? { value: undefined, bytes: Buffer.alloc(0) } : await takeBody(request, route, query);
  resumeAccount();
  if (isProblem(body)) return body;
  const key = route.method === 'post' ? idempotencyKeyOf(request, credentials, actor, request.path, rawQuery, body.bytes) : null;
  if (isProblem(key)) return key;
  const origin = rest.originOf(request);
  const call: Call<Actor | null> = { actor, requestId: rest.requestIdOf(response), key, origin, replayed: false };
  const prefers = (...media: readonly string[]): string | null => request.accepts([...media]) || null;
  if (route.guessable === true) {
    const refusal = await countGuess(rest, request, response);
    if (refusal !== null) return refusal;
  }
  const lastEventId = request.get('Last-Event-ID') ?? null;
  const header = (name: string): string | null => request.get(name) ?? null;
  const onGone = (listener: () => void): void => void response.once('close', listener);
  const input = { params, query, body: body.value, call, prefers, lastEventId, onGone, header };
  const answer = await route.run(input, rest.app);
  if (route.guessable === true && !isWrongGuess(answer)) await rest.budget.guessedRight(request.ip ?? '');
  if (call.replayed) response.setHeader('Idempotency-Replayed', 'true');
  return answer;
}

/** The key under which a caller's bodies are counted. */
function callerOf(actor: Actor | null, request: Request): string {
  if (actor === null) return request.ip ?? '';
  return actor.kind === 'guest' ? actor.guestId : actor.userId;
}

/** Refuses callers that cannot make this call, whatever its input. */
function refuseActor(rest: RestContext, route: RestRoute, request: Request, actor: Actor | null): Problem | null {
  const isWrite = route.method !== 'get';
  if (route.access === 'public' || route.access === 'anyone') {
    if (isWrite && isForeignOrigin(request, rest.publicUrl)) return problem('origin_refused');
  } else if (actor === null) return problem('unauthenticated');
  if (actor === null) return null;
  const isInChat = actor.kind === 'agent' && actor.isInChat === true;
  if (isInChat && route.inChats !== true)
    return problem('unauthenticated', { detail: 'The ticket of a chat board is not for this call.' });
  if (route.tokenOnly !== undefined && actor.kind !== 'agent') return problem(route.tokenOnly);
  if (route.access === 'session' && actor.kind !== 'person') return problem('session_required');
  if (route.access === 'browser' && actor.kind === 'agent' && !isInChat) return problem('session_required');
  if (route.access === 'signed-in' && actor.kind === 'guest') return problem('unauthenticated');
  if (isWrite && actor.kind !== 'agent' && !isSameOrigin(request, rest.publicUrl)) return problem('origin_refused');
  return null;
}

const isWrongGuess = (answer: RouteAnswer | Problem): boolean => isProblem(answer) && wrongGuesses.has(answer.code);
const wrongGuesses: ReadonlySet<string> = new Set(['unauthenticated', 'link_not_found', 'password_wrong', 'second_factor_wrong']);

/** The document id in a query; null if there is no valid one. */
function documentIn(rawQuery: string): string | null {
  const id = new URLSearchParams(rawQuery).get('document');
  return id !== null && isId('doc', id) ? id : null;
}

function queryOf(request: Request): string {
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start + 1);
}
