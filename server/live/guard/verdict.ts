/** The guard's rules for a connection, and its verdict on an update. */

/** Why an update is refused. The connection is closed with 4422 and the reason. */
export const guardReasons = [
  /** The bytes are not a Yjs update (version 1), or one that no Yjs client writes. */
  'undecodable',
  /** The update, a text, a value, or the number of tabs or elements exceeds its limit. */
  'too_large',
  /** Y types or JSON are nested too deep. */
  'too_deep',
  /** A value that JSON does not have, a number that is not finite or out of range, a subdocument, bytes. */
  'poison_value',
  /** A key of more than 64 characters, with characters that the document model does not allow, or a name such as `__proto__`. */
  'invalid_key',
  /** A Y type or a plain value where the document model has another. */
  'wrong_type',
  /** A root that only the server writes. */
  'server_root',
  /** A root that the document model does not have. */
  'unknown_root',
  /** A field that only the server writes, or a field that the model does not have where its fields are fixed. */
  'server_field',
  /** The update builds on something that the server does not have, and would wait for it indefinitely. */
  'missing_parent',
  /** More new client ids than a connection may have. */
  'too_many_clients',
  /** The update uses the client id of another live session. */
  'forged_client',
  /** A locked element, an element on a locked layer, a locked tab, or a lock itself. */
  'element_locked',
  /** A tab that the person may not write. */
  'tab_forbidden',
  /** More elements removed by one update than a person removes on purpose. */
  'mass_delete',
  /** Structs arranged so that applying them would be disproportionately expensive. */
  'too_costly',
] as const;
export type GuardReason = (typeof guardReasons)[number];

export type GuardRules = {
  /** Tabs that the person may write; null: all of them. */
  readonly tabs: readonly string[] | null;
  /** Client ids that this connection has already used. */
  readonly ownedClients: ReadonlySet<number>;
  /** True for the client id of another live session or of the server. */
  readonly foreignClients: (client: number) => boolean;
  /** The number of client ids outside `ownedClients` that the update may have. */
  readonly newClients: number;
  /** The editor may not know of a lock yet: report locks in `GuardPass.lockedTouched` instead of refusing. */
  readonly tolerateLocks: boolean;
  /** The number of elements that one update may remove; Infinity for offline work. */
  readonly removedMax: number;
};

/** The locked parts of a tab that an update touched; the server restores them. */
export type LockTouch = {
  readonly elements: Set<string>;
  readonly layers: Set<string>;
  /** True for settings or pages of a locked tab, or the tab itself. */
  whole: boolean;
};

export type GuardPass = {
  readonly ok: true;
  readonly touches: {
    /** Ids of inserted, changed and removed elements, by tab. A removed tab is in `removedTabs` instead. */
    readonly tabs: Map<string, Set<string>>;
    /** Tabs that are added, removed, or whose settings, layers or pages change. */
    readonly settings: Set<string>;
    /** Ids of added, changed and removed pages, by tab. */
    readonly pages: Map<string, Set<string>>;
    readonly addedTabs: Set<string>;
    readonly removedTabs: Set<string>;
    readonly items: Set<string>;
    readonly sheets: Set<string>;
  };
  /** Client ids with new structs in this update; they become the connection's. */
  readonly clients: number[];
  /** The number of removed elements, including those of removed tabs. */
  readonly removedElements: number;
  /** Ids of images that elements show. An editor may write any id, so serving an image needs a check of its own. */
  readonly images: Set<string>;
  /** By tab; empty unless `tolerateLocks`. */
  readonly lockedTouched: Map<string, LockTouch>;
};

export type GuardVerdict = GuardPass | { readonly ok: false; readonly reason: GuardReason };
