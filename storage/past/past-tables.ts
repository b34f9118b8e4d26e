/** The rows that moments of the past are read from, and those of named versions. */

/**
 * Journal rows from `seq` to `last_seq`, compressed. `at` and `last_at` are the times of the first and the last row. `revs`: for each tab
 * the first and the last revision that the rows raise it to, as JSON; null if those of some row are unknown. `size`: before compression.
 */
export type JournalPackRow = {
  document_id: string;
  seq: number;
  last_seq: number;
  at: number;
  last_at: number;
  revs: string | null;
  size: number;
  checksum: number;
  bytes: Uint8Array;
};

/** A compressed snapshot. No row up to its position is later than `at`. `revs`: the revisions of all tabs, as JSON, or null if unknown. */
export type PastSnapshotRow = {
  document_id: string;
  seq: number;
  at: number;
  revs: string | null;
  checksum: number;
  bytes: Uint8Array;
};

/** `at`: the time of the moment. `tabs`: a JSON list of the tabs at that moment. */
export type VersionRow = {
  id: string;
  document_id: string;
  seq: number;
  at: number;
  name: string;
  tabs: string;
  author_name: string;
  author_color: string;
  user_id: string | null;
  created_at: number;
};
