/**
 * actor: who makes a call, known from the credential alone, never from what the call says.
 */
import type { Level, TokenAccess } from '#schema/access.ts';

/** A person signed in on the web page. */
export type PersonActor = {
  readonly kind: 'person';
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  readonly sessionHash: string;
};
/** An API token: acts as its owner. */
export type AgentActor = {
  readonly kind: 'agent';
  readonly userId: string;
  readonly name: string;
  readonly color: string;
  readonly tokenId: string;
  readonly access: TokenAccess;
  /** Null: every document that the owner may see. */
  readonly documents: readonly string[] | null;
};
/** Somebody not signed in, let into one document by a share link. */
export type GuestActor = {
  readonly kind: 'guest';
  readonly guestId: string;
  readonly name: string;
  readonly color: string;
  readonly documentId: string;
  readonly linkId: string;
};

export type Actor = PersonActor | AgentActor | GuestActor;

/** The id by which an actor's own are told from others': of a token its owner's. */
export const userIdOf = (actor: Actor): string => (actor.kind === 'guest' ? actor.guestId : actor.userId);

/** What an actor may do with a document. `tabs` limits writing to those tabs; null: all of them. */
export type Access = { readonly level: Level; readonly tabs: readonly string[] | null };
