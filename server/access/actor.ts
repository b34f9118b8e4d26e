/** The actor of a call, derived from its credential alone and never from what the call says. */
import type { TokenFence, Level, TokenAccess } from '#schema/access.ts';

/** A person signed in on the web page. */
export type PersonActor = {
  readonly kind: 'person';
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  readonly sessionHash: string;
};
/** A program with an API token; it acts as the token's owner. */
export type AgentActor = {
  readonly kind: 'agent';
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  readonly tokenId: string;
  readonly access: TokenAccess;
  /** Ids of the documents it is bound to; null: every document that the owner can see. */
  readonly documents: readonly string[] | null;
  /** Further limits. */
  readonly fence?: TokenFence;
  /** The actor is a client with a grant, whose access tokens change. */
  readonly isGrant?: true;
  /** The actor is the token's owner at a chat board, within the limits of the token [AC24]. */
  readonly isInChat?: true;
};
/** A person without an account, admitted to one document by a share link. */
export type GuestActor = {
  readonly kind: 'guest';
  readonly guestId: string;
  readonly name: string;
  readonly color: string;
  readonly documentId: string;
  readonly linkId: string;
};

export type Actor = PersonActor | AgentActor | GuestActor;

/** True for a program that acts by itself; false for people, also for one at a chat board. */
export const isProgram = (actor: Actor): actor is AgentActor => actor.kind === 'agent' && actor.isInChat !== true;

/** The id that things belong to: for a token, its owner's. */
export const userIdOf = (actor: Actor): string => (actor.kind === 'guest' ? actor.guestId : actor.userId);

/** What an actor may do with a document. `tabs` limits writing to those tabs; null: no limit. */
export type Access = { readonly level: Level; readonly tabs: readonly string[] | null };
