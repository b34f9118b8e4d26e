/** What a document's setting `agents` lets API tokens and grants do (SPEC.md, AC30 to AC33). */
import { problem, type Problem } from '#schema/problem.ts';
import type { AgentSetting } from '#schema/proposal.ts';

import type { Actor } from './actor.ts';

/** Writes that are direct whatever the setting: comments, votes, presence, tasks, and the withdrawal of one's own proposal. */
const direct = /^(?:comment\.|item\.(?:comment|resolve|reopen|tally)|presence\.|task\.|vote\.place$|proposal\.withdraw$)/;

/** Null if the document lets the actor do this. The owner's tokens are agents too. Errors: proposals_only, agents_read_only. */
export function refuseAgent(
  actor: Actor,
  agents: AgentSetting,
  { action, proposes }: { readonly action?: string; readonly proposes?: boolean },
): Problem | null {
  if (actor.kind !== 'agent' || agents === 'write') return null;
  if (action !== undefined && direct.test(action)) return null;
  if (agents === 'read') return problem('agents_read_only');
  return proposes === true ? null : problem('proposals_only');
}

/** True if connections of the actor, which write whatever an editor does, may only read. */
export const looksOnAsAgent = (actor: Actor, agents: AgentSetting): boolean => actor.kind === 'agent' && agents !== 'write';
