/**
 * identify: who calls, counted against how often they may.
 *
 * I1  Every call counts, for its token or its address, before anything else is looked at; a bad credential counts as a guess too.
 */
import type { Request, Response } from 'express';

import { isProblem, type Problem } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { CallCredentials } from '#server/access/authenticate.ts';

import type { RestContext } from './context.ts';

/** Null: nobody. `credentials` null: they do not matter. Errors: rate_limited, unauthenticated. */
export async function identify(
  rest: RestContext,
  request: Request,
  response: Response,
  credentials: CallCredentials | null,
): Promise<Actor | null | Problem> {
  const caller = credentials === null ? null : await rest.app.authenticate(credentials);
  const counted = await rest.budget.take(actorToken(caller), request.ip ?? '');
  response.set(counted.headers);
  if (counted.refusal !== null) return counted.refusal;
  if (isProblem(caller)) return (await countGuess(rest, request, response)) ?? caller;
  if (caller !== null) response.locals['actor'] = caller;
  return caller;
}

/** Counts a guess at a secret; from one too many on, the answer is that there were too many. */
export async function countGuess(rest: RestContext, request: Request, response: Response): Promise<Problem | null> {
  const { headers, refusal } = await rest.budget.guess(request.ip ?? '');
  if (refusal !== null) response.set(headers);
  return refusal;
}

const actorToken = (caller: Actor | Problem | null): string | null =>
  caller !== null && !isProblem(caller) && caller.kind === 'agent' ? caller.tokenId : null;
