/**
 * Identifies the caller, counts the call against its rate limit, and refuses it while a budget of the caller is used up.
 *
 * Every call counts for its token or address before anything else is checked. A wrong credential also counts as a guess.
 */
import type { Request, Response } from 'express';

import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { CallCredentials } from '#server/access/authenticate.ts';
import type { CallerAccount } from '#server/budgets/caller-budgets.ts';

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
  return refuseUsedUp(rest, response, rest.accounts.account(caller, request.ip ?? '')) ?? caller;
}

/** Refuses a call while a budget of its account is used up. */
export function refuseUsedUp(rest: RestContext, response: Response, account: CallerAccount): Problem | null {
  const usedUp = account.usedUp();
  if (usedUp === null) return null;
  rest.accounts.refused(usedUp);
  const { budget, holder, waitMs } = usedUp;
  response.setHeader('Retry-After', Math.max(1, Math.ceil(waitMs / 1_000)));
  return problem('rate_limited', {
    detail: `The calls of this ${holder} have used ${budget === 'loop' ? "more of the server's time" : 'more bytes'} than their share; nothing was applied.`,
    hint: 'Wait for the number of seconds in Retry-After. Smaller calls, and fewer at a time, stay within the share.',
  });
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
