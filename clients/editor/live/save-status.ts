/**
 * save-status: the state of the person's work, and what follows from it.
 *
 * It is `saved` only if the server has acknowledged everything as durable, and the connection that did so is still open.
 * `refused` and `gone` end the session: nothing more is sent.
 */
export type SaveStatus =
  /** The document has not been read yet; `lost`: the server cannot be reached, and there is no copy here. */
  | { readonly kind: 'connecting'; readonly lost?: true }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  /** A large backlog is being sent; `percent` of it, at most 99, is durable. */
  | { readonly kind: 'syncing'; readonly percent: number }
  /** Edits stay in this page until the connection is back. */
  | { readonly kind: 'offline'; readonly unsent: boolean }
  /** The server refused what was written here. `reason` is one of the document model's. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No access any more, no such document, or no person is signed in. */
  | { readonly kind: 'gone'; readonly reason: 'signed-out' | 'no-access' };

export type LinkState = {
  readonly end:
    | { readonly kind: 'refused'; readonly reason: string }
    | { readonly kind: 'gone'; readonly reason: 'signed-out' | 'no-access' }
    | null;
  /** The handshake of this connection is complete. */
  readonly synced: boolean;
  /** Something has been sent that the server has not acknowledged. */
  readonly unacknowledged: boolean;
  /** The durable fraction of a large backlog; null if none is being sent. */
  readonly progress: number | null;
  /** The document has been read, from the server or from this browser's copy. */
  readonly loaded: boolean;
  /** A connection was tried and failed, or was lost, and none stands. */
  readonly lost: boolean;
  /** Something was written here since the server last acknowledged everything. */
  readonly unsent: boolean;
};

export function saveStatusOf({ end, synced, unacknowledged, progress, loaded, lost, unsent }: LinkState): SaveStatus {
  if (end !== null) return end;
  if (synced && progress !== null) return { kind: 'syncing', percent: Math.min(99, Math.floor(100 * progress)) };
  if (synced) return { kind: unacknowledged ? 'saving' : 'saved' };
  if (lost && loaded) return { kind: 'offline', unsent };
  if (!loaded) return { kind: 'connecting', ...(lost && { lost }) };
  return unsent ? { kind: 'saving' } : { kind: 'connecting' };
}
