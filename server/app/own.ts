/** own: who may keep things of their own: galleries, libraries, themes and documents. */
import { problem, type Problem } from '#schema/problem.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';

/** A token that is bound to documents sees nothing else of its owner. */
export const isBound = (actor: Actor): boolean => actor.kind === 'agent' && actor.documents !== null;

/** Null when the actor may make such a thing. Errors: token_read_only, access_denied. */
export function refuseMaking(actor: PersonActor | AgentActor, what: string): Problem | null {
  if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
  if (!isBound(actor)) return null;
  return problem('access_denied', { required: 'owner', detail: `A token that is bound to documents makes no ${what}.` });
}

/** Null when the actor may change one that there is. Errors: token_read_only. */
export const refuseChanging = (actor: PersonActor | AgentActor): Problem | null =>
  actor.kind === 'agent' && actor.access === 'read' ? problem('token_read_only') : null;
