/**
 * Identifies the caller, and counts the call against its rate limit.
 *
 * Every call counts for its token or address before anything else is checked. A wrong credential also counts as a guess.
 */
import type { Request, Response } from 'express';

import { isProblem, type Problem } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { CallCredentials } from '#server/access/authenticate.ts';

import type { RestContext } from './context.ts';

/** Returns null for an anonymous caller. `credentials` is null if they are ignored. Problems: rate_limited, unauthenticated. */
export async function identify(
  rest: RestContext,
  request: Request,
  response: Response,
  credentials: CallCredentials | null,
): Promise<Actor | null | Problem> {
  const caller = credentials === null ? null : await rest.app.authenticate(credentials);
  const allowance = await rest.budget.take(actorToken(caller), request.ip ?? '', actorRate(caller));
  response.set(allowance.headers);
  if (allowance.refusal !== null) return allowance.refusal;
  if (isProblem(caller)) return (await countGuess(rest, request, response)) ?? caller;
  if (caller !== null) response.locals['actor'] = caller;
  return caller;
}

/** Counts a guess at a secret. Returns a problem if there were too many. */
export async function countGuess(rest: RestContext, request: Request, response: Response): Promise<Problem | null> {
  const { headers, refusal } = await rest.budget.guess(request.ip ?? '');
  if (refusal !== null) response.set(headers);
  return refusal;
}

/** The rate of a token's fence. */
const actorRate = (caller: Actor | Problem | null): number | null =>
  caller !== null && !isProblem(caller) && caller.kind === 'agent' ? (caller.fence?.rate ?? null) : null;

const actorToken = (caller: Actor | Problem | null): string | null =>
  caller !== null && !isProblem(caller) && caller.kind === 'agent' ? caller.tokenId : null;
