/**
 * write-origin: the Yjs transaction origin of a change that no editor of this node made.
 *
 * It names the token behind an agent's changeset, so that listeners can tell whose it is; editors' undo managers track
 * their own origins only and so leave it alone.
 */
import type { Actor } from '#server/access/actor.ts';

export type WriteOrigin = {
  readonly source: 'local';
  readonly skipStoreHooks: true;
  readonly context: { readonly kind: Actor['kind'] | 'journal' | 'server'; readonly tokenId?: string };
};

/** A row of the journal that another node wrote, or a state loaded from it. */
export const journalOrigin: WriteOrigin = { source: 'local', skipStoreHooks: true, context: { kind: 'journal' } };

/** Null: the server itself. */
export function originOf(actor: Actor | null): WriteOrigin {
  if (actor === null) return { source: 'local', skipStoreHooks: true, context: { kind: 'server' } };
  return {
    source: 'local',
    skipStoreHooks: true,
    context: { kind: actor.kind, ...(actor.kind === 'agent' && { tokenId: actor.tokenId }) },
  };
}
