/** Who may create and change things of their own: galleries, libraries, themes and documents. */
import { problem, type Problem } from '#schema/problem.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import { refuseFencedOwn } from '#server/access/fence.ts';

/** A token that is limited to documents sees nothing else of its owner. */
export const isBound = (actor: Actor): boolean => actor.kind === 'agent' && actor.documents !== null;

/** Null if the actor may create such a thing. Errors: token_read_only, token_fenced, access_denied. */
export function refuseCreating(actor: PersonActor | AgentActor, plural: string): Problem | null {
  if (actor.kind === 'agent' && actor.access === 'read') return problem('token_read_only');
  const fenced = refuseFencedOwn(actor);
  if (fenced !== null) return fenced;
  if (!isBound(actor)) return null;
  return problem('access_denied', { required: 'owner', detail: `A token that is limited to documents cannot create ${plural}.` });
}

/** Null if the actor may change an existing one. Errors: token_read_only, token_fenced. */
export const refuseChanging = (actor: PersonActor | AgentActor): Problem | null =>
  actor.kind === 'agent' && actor.access === 'read' ? problem('token_read_only') : refuseFencedOwn(actor);
