/**
 * The rows of the database for Kysely, the same on SQLite and PostgreSQL.
 *
 * Only these types use snake_case: the functions next to this file take and return camelCase values.
 * Times are integer milliseconds, flags are 0 or 1, JSON is text, hashes are lowercase hex or base64url text.
 */
import type { Generated, Kysely } from 'kysely';

import type { ProposalRow } from './proposal-row.ts';
import type { TaskRow } from './task-row.ts';
import type { WebhookDeliveryRow, WebhookRow } from './webhook-rows.ts';
import type { JournalPackRow, PastSnapshotRow, VersionRow } from './past/past-tables.ts';
import type { BallotRow, DocumentMarkRow, FolderRow, MentionRow, TabVoteRow } from './people-tables.ts';
import type {
  GuestRow,
  OAuthClientRow,
  OAuthSecretRow,
  RecoveryCodeRow,
  SecondFactorRow,
  SessionRow,
  SignInCodeRow,
  TokenRow,
} from './account-tables.ts';

export type Tables = {
  users: UserRow;
  tokens: TokenRow;
  oauth_clients: OAuthClientRow;
  oauth_secrets: OAuthSecretRow;
  sessions: SessionRow;
  guests: GuestRow;
  sign_in_codes: SignInCodeRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  identities: IdentityRow;
  documents: DocumentRow;
  members: MemberRow;
  document_marks: DocumentMarkRow;
  folders: FolderRow;
  mentions: MentionRow;
  share_links: ShareLinkRow;
  published_readers: PublishedReadersRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
  tasks: TaskRow;
  tab_votes: TabVoteRow;
  ballots: BallotRow;
  tickets: TicketRow;
  journal: JournalTableRow;
  snapshots: SnapshotRow;
  journal_packs: JournalPackRow;
  past_snapshots: PastSnapshotRow;
  versions: VersionRow;
  proposals: ProposalRow;
  tabs: TabRow;
  touches: TouchRow;
  agent_presence: AgentPresenceRow;
  sheets: SheetRow;
  changesets: ChangesetRow;
  editor_edits: EditorEditsRow;
  idempotency: IdempotencyRow;
  audit: AuditRow;
  outbox: OutboxRow;
  access_changes: AccessChangeRow;
  images: ImageRow;
  image_uses: ImageUseRow;
  blobs: BlobRow;
  blob_bytes: BlobBytesRow;
  shape_libraries: ShapeLibraryRow;
  custom_themes: CustomThemeRow;
  settings: SettingRow;
  migrations: MigrationRow;
};

/** The database or a transaction. */
export type Db = Kysely<Tables>;

type IdentityRow = { issuer: string; subject: string; user_id: string; created_at: number };
type SheetRow = { document_id: string; sheet_id: string; rev: number };
type UserRow = {
  id: string;
  name: string;
  color: string;
  email: string | null;
  password_hash: string | null;
  created_at: number;
  is_admin: Generated<number>;
  deactivated_at: Generated<number | null>;
};

/**
 * `seq`: the journal position, the seq of the last journal row. `name_folded`: the name for searches. `items_rev`,
 * `item_types_rev`: revisions of the cards and of their types. `last_key`: the highest card number so far.
 */
type DocumentRow = {
  id: string;
  name: string;
  name_folded: string;
  owner_id: string;
  seq: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  items_rev: Generated<number>;
  item_types_rev: Generated<number>;
  last_key: Generated<number>;
  /** What agents may do: write, propose or read. */
  agents: Generated<string>;
};

type MemberRow = { document_id: string; user_id: string; level: string; tabs: string | null; created_at: number };

type ShareLinkRow = {
  id: string;
  document_id: string;
  /** Sealed if there is a hash. */
  secret: string;
  secret_hash: string | null;
  level: string;
  publish: Generated<number>;
  guests: Generated<number>;
  tabs: string | null;
  created_by: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
};

/** Readers of a published link on one node, at a time. */
type PublishedReadersRow = { link_id: string; node_id: string; document_id: string; readers: number; at: number };

type TicketRow = { hash: string; document_id: string; actor: string; access: string; created_at: number; expires_at: number };

/** `actor`: the notices of a server's row, the revisions that an editors' row raised (past/raised-revs.ts). */
type JournalTableRow = {
  document_id: string;
  seq: number;
  write_id: string;
  kind: string;
  actor: string | null;
  at: number;
  checksum: number;
  bytes: Uint8Array;
};

/** The newest row of a document is its snapshot. The previous one is kept in case the newest is corrupt. */
type SnapshotRow = { document_id: string; seq: number; at: number; checksum: number; bytes: Uint8Array };

/**
 * `told_at`: when a live event last announced editors' edits. `kept_from`: the oldest revision that a write can be based on;
 * touches at or below it may have been swept.
 */
type TabRow = {
  document_id: string;
  tab_id: string;
  rev: number;
  kept_from: number;
  created_at: number;
  told_at: Generated<number>;
};

/** The last revision that changed an element, and its author. */
type TouchRow = {
  document_id: string;
  tab_id: string;
  element_id: string;
  rev: number;
  name: string;
  color: string;
  user_id: string | null;
  changeset_id: string | null;
  at: number;
};

/** `focus`: a JSON list of element ids. */
type AgentPresenceRow = {
  document_id: string;
  token_id: string;
  tab_id: string;
  user_id: string;
  status: string | null;
  focus: string;
  expires_at: number;
  set_at: number;
};

/** `touched`: a JSON list of the elements; null if it has touches. */
type ChangesetRow = {
  id: string;
  document_id: string;
  tab_id: string;
  seq: number;
  rev: number;
  previous_rev: number;
  base_rev: number | null;
  author_name: string;
  author_color: string;
  user_id: string | null;
  token_id: string | null;
  agent: number;
  summary: string | null;
  added: number;
  changed: number;
  removed: number;
  revert_of: string | null;
  created_at: number;
  text: string;
  results: string;
  lint: string;
  edits: string;
  tab_change: string | null;
  touched: Generated<string | null>;
};

/** `edits`: what a batch changed on the tab, by editor. */
type EditorEditsRow = { document_id: string; tab_id: string; rev: number; at: number; edits: string };

type IdempotencyRow = { scope: string; fingerprint: string; at: number; answer: string };

type AuditRow = {
  position: Generated<number>;
  at: number;
  action: string;
  actor_kind: string;
  user_id: string | null;
  token_id: string | null;
  document_id: string | null;
  subject: string | null;
  request_id: string | null;
  data: string | null;
};

type OutboxRow = {
  position: Generated<number>;
  document_id: string;
  type: string;
  tab_id: string | null;
  at: number;
  data: string;
};

/** `subject`: an id, or the hash of a session. */
type AccessChangeRow = { position: Generated<number>; kind: string; subject: string; at: number };

/**
 * `scope`: empty, or the id of the limited token that uploaded the image and sees no other image of its owner. `deleted_at`: when
 * the image was removed from the gallery.
 */
type ImageRow = {
  id: string;
  owner_id: string;
  scope: string;
  hash: string;
  content_type: string;
  byte_size: number;
  width: number;
  height: number;
  original_name: string | null;
  created_at: number;
  deleted_at: number | null;
};

/** A person or agent that could read the image placed it in the document. */
type ImageUseRow = { image_id: string; document_id: string; at: number };

/** A blob that is, or was about to be, in the blob store. */
type BlobRow = { hash: string; at: number };

/** The bytes of a blob, if the database is the blob store. */
type BlobBytesRow = { hash: string; bytes: Uint8Array };

/** `items`: a JSON list. */
type ShapeLibraryRow = {
  user_id: string;
  id: string;
  name: string;
  source: string;
  items: string;
  created_at: number;
  updated_at: number;
};

/** `definition`: a JSON object. */
type CustomThemeRow = { user_id: string; id: string; name: string; definition: string; created_at: number; updated_at: number };

type SettingRow = { key: string; value: string };

type MigrationRow = { version: number; name: string; at: number };
