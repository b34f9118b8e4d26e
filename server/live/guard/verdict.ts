/**
 * verdict: what the guard is told of a connection, and what it says of an update.
 */

/** Why an update is refused. The connection is closed with 4422 and the reason. */
export const guardReasons = [
  /** The bytes are no Yjs update (version 1), or one that no Yjs client writes. */
  'undecodable',
  /** The update, a text, a value, a list of tabs or elements is over its limit. */
  'too_large',
  /** Y types or JSON nested too deep. */
  'too_deep',
  /** A value that JSON cannot say, a number that is not finite or out of range, a subdocument, bytes. */
  'poison_value',
  /** A key of more than 64 characters, with other characters than the document model's, or `__proto__` and its like. */
  'invalid_key',
  /** A Y type, or a plain value, where the document model has another. */
  'wrong_type',
  /** A root that the server alone writes. */
  'server_root',
  /** A root that the document model does not have. */
  'unknown_root',
  /** A field that the server alone writes, or none of the model's where its fields are fixed. */
  'server_field',
  /** The update builds on something that the server does not have: applied, it would wait for ever. */
  'missing_parent',
  /** More new client ids than a connection may bring. */
  'too_many_clients',
  /** The update speaks with the client id of another live session. */
  'forged_client',
  /** A locked element, an element on a locked layer, a locked tab, or a lock itself. */
  'element_locked',
  /** A tab that the person may not write. */
  'tab_forbidden',
  /** More elements removed by one update than a person means to. */
  'mass_delete',
  /** Structs arranged so that applying them costs out of all proportion. */
  'too_costly',
] as const;
export type GuardReason = (typeof guardReasons)[number];

export type GuardRules = {
  /** Tabs that the person may write; null: all of them. */
  readonly tabs: readonly string[] | null;
  /** Client ids that this connection has already spoken with. */
  readonly ownedClients: ReadonlySet<number>;
  /** True for a client id that is bound to another live session, or is the server's own. */
  readonly foreignClients: (client: number) => boolean;
  /** How many client ids that are not in `ownedClients` the update may bring. */
  readonly newClients: number;
  /** Honest writers may not know of a lock yet: report instead of refusing. See `GuardPass.lockedTouched`. */
  readonly tolerateLocks: boolean;
  /** Elements that one update may remove; Infinity for what was written offline. */
  readonly removedMax: number;
};

/** What of a locked tab an update touched: to be put back from how it lay before. */
export type LockTouch = {
  readonly elements: Set<string>;
  readonly layers: Set<string>;
  /** Settings of a locked tab, or its pages or the tab itself. */
  whole: boolean;
};

export type GuardPass = {
  readonly ok: true;
  readonly touches: {
    /** Element ids that are inserted, changed or removed, by tab. A removed tab is in `removedTabs` instead. */
    readonly tabs: Map<string, Set<string>>;
    /** Tabs that are made, removed, or whose settings, layers or pages change. */
    readonly settings: Set<string>;
    /** Pages that are put there, changed or removed, by tab. */
    readonly pages: Map<string, Set<string>>;
    readonly addedTabs: Set<string>;
    readonly removedTabs: Set<string>;
    readonly items: Set<string>;
    readonly sheets: Set<string>;
  };
  /** Client ids with something new in this update: to be bound to the connection. */
  readonly clients: number[];
  /** Elements that go, those of removed tabs too. */
  readonly removedElements: number;
  /** Ids of images that elements are made to show. An editor may write any id: whoever serves images must ask who may see it. */
  readonly images: Set<string>;
  /** By tab; empty unless `tolerateLocks`. */
  readonly lockedTouched: Map<string, LockTouch>;
};

export type GuardVerdict = GuardPass | { readonly ok: false; readonly reason: GuardReason };
