/**
 * The Yjs transaction origin of a change that no editor of this node made.
 *
 * It names the token behind an agent's changeset, so listeners know its author. Editors' undo managers track only their own origins, so
 * they leave such changes alone.
 */
import type { Actor } from '#server/access/actor.ts';

export type WriteOrigin = {
  readonly source: 'local';
  readonly skipStoreHooks: true;
  readonly context: { readonly kind: Actor['kind'] | 'journal' | 'server'; readonly tokenId?: string };
};

/** For rows that another node wrote, and loaded states. */
export const journalOrigin: WriteOrigin = { source: 'local', skipStoreHooks: true, context: { kind: 'journal' } };

/** `actor`: null for the server itself. */
export function originOf(actor: Actor | null): WriteOrigin {
  if (actor === null) return { source: 'local', skipStoreHooks: true, context: { kind: 'server' } };
  return {
    source: 'local',
    skipStoreHooks: true,
    context: { kind: actor.kind, ...(actor.kind === 'agent' && { tokenId: actor.tokenId }) },
  };
}
