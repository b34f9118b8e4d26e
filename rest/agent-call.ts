/** Runs a call that only tokens make. The router refuses other callers before, by `tokenOnly`. */
import type { ErrorCode } from '#schema/errors.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { Actor, AgentActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';

export function asAgent<R>(
  call: Call,
  otherwise: ErrorCode,
  use: (call: Call<AgentActor>) => Promise<R | Problem>,
): Promise<R | Problem> {
  return isAgentCall(call) ? use(call) : Promise.resolve(problem(otherwise));
}

const isAgentCall = (call: Call<Actor>): call is Call<AgentActor> => call.actor.kind === 'agent';
