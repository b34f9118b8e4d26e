/** Creates the first tables. */
import type { ColumnTypes, Migration } from './migration.ts';

export const foundation: Migration = {
  name: 'foundation',
  statements: (types) => [...accounts(types), ...documents(types), ...writes(types), ...events(types)],
};

const accounts = ({ text, integer, table }: ColumnTypes): string[] => [
  `create table users (
    id ${text} primary key, name ${text} not null, color ${text} not null, email ${text} unique,
    password_hash ${text}, created_at ${integer} not null
  ) ${table}`,
  `create table tokens (
    id ${text} primary key, user_id ${text} not null references users (id), name ${text} not null, access ${text} not null,
    documents ${text}, hash ${text} not null unique, created_at ${integer} not null, last_used_at ${integer},
    expires_at ${integer}, revoked_at ${integer}
  ) ${table}`,
  'create index tokens_of_user on tokens (user_id)',
  `create table sessions (
    hash ${text} primary key, user_id ${text} not null references users (id), created_at ${integer} not null,
    expires_at ${integer} not null
  ) ${table}`,
  'create index sessions_of_user on sessions (user_id)',
  `create table guests (
    hash ${text} primary key, guest_id ${text} not null, document_id ${text} not null, link_id ${text} not null,
    name ${text} not null, color ${text} not null, created_at ${integer} not null, expires_at ${integer} not null
  ) ${table}`,
  'create index guests_of_document on guests (document_id)',
  `create table sign_in_codes (
    hash ${text} primary key, user_id ${text} not null references users (id), created_at ${integer} not null,
    expires_at ${integer} not null
  ) ${table}`,
  `create table settings (key ${text} primary key, value ${text} not null) ${table}`,
];

// No index contains columns that every write changes (seq, updated_at), so rows are rewritten in place; a list sorts one person's rows.
const documents = ({ text, integer, table, updated, clustered }: ColumnTypes): string[] => [
  `create table documents (
    id ${text} primary key, name ${text} not null, name_folded ${text} not null,
    owner_id ${text} not null references users (id), seq ${integer} not null, created_at ${integer} not null,
    updated_at ${integer} not null, deleted_at ${integer}
  ) ${updated(table)}`,
  'create index documents_in_trash on documents (deleted_at) where deleted_at is not null',
  `create table members (
    document_id ${text} not null references documents (id), user_id ${text} not null references users (id),
    level ${text} not null, tabs ${text}, created_at ${integer} not null, primary key (document_id, user_id)
  ) ${clustered}`,
  'create index members_by_user on members (user_id)',
  `create table share_links (
    id ${text} primary key, document_id ${text} not null references documents (id), secret ${text} not null unique,
    level ${text} not null, tabs ${text}, created_by ${text} not null, created_at ${integer} not null, expires_at ${integer},
    revoked_at ${integer}
  ) ${table}`,
  'create index share_links_of_document on share_links (document_id)',
  `create table tickets (
    hash ${text} primary key, document_id ${text} not null, actor ${text} not null, access ${text} not null,
    created_at ${integer} not null, expires_at ${integer} not null
  ) ${table}`,
  'create index tickets_of_document on tickets (document_id)',
];

const writes = ({ text, integer, bytes, table, updated, clustered, uncompressed }: ColumnTypes): string[] => [
  `create table journal (
    document_id ${text} not null, seq ${integer} not null, write_id ${text} not null, kind ${text} not null, actor ${text},
    at ${integer} not null, checksum ${integer} not null, bytes ${bytes} not null, primary key (document_id, seq)
  ) ${clustered}`,
  ...uncompressed('journal', 'bytes'),
  `create table snapshots (
    document_id ${text} not null, seq ${integer} not null, at ${integer} not null, checksum ${integer} not null,
    bytes ${bytes} not null, primary key (document_id, seq)
  ) ${table}`,
  ...uncompressed('snapshots', 'bytes'),
  `create table tabs (
    document_id ${text} not null, tab_id ${text} not null, rev ${integer} not null, kept_from ${integer} not null,
    created_at ${integer} not null, primary key (document_id, tab_id)
  ) ${updated(clustered)}`,
  `create table touches (
    document_id ${text} not null, tab_id ${text} not null, element_id ${text} not null, rev ${integer} not null,
    name ${text} not null, color ${text} not null, user_id ${text}, changeset_id ${text}, at ${integer} not null,
    primary key (document_id, tab_id, element_id)
  ) ${updated(clustered)}`,
  `create table changesets (
    id ${text} primary key, document_id ${text} not null, tab_id ${text} not null, seq ${integer} not null,
    rev ${integer} not null, previous_rev ${integer} not null, base_rev ${integer}, author_name ${text} not null,
    author_color ${text} not null, user_id ${text}, token_id ${text}, agent ${integer} not null, summary ${text},
    added ${integer} not null, changed ${integer} not null, removed ${integer} not null, revert_of ${text},
    created_at ${integer} not null, text ${text} not null, results ${text} not null, lint ${text} not null,
    edits ${text} not null
  ) ${table}`,
  'create index changesets_of_document on changesets (document_id, seq, tab_id)',
  'create index changesets_by_age on changesets (created_at)',
  `create table idempotency (
    scope ${text} primary key, fingerprint ${text} not null, at ${integer} not null, answer ${text} not null
  ) ${table}`,
  'create index idempotency_by_age on idempotency (at)',
];

const events = ({ text, integer, position, table }: ColumnTypes): string[] => [
  `create table audit (
    position ${position}, at ${integer} not null, action ${text} not null, actor_kind ${text} not null, user_id ${text},
    token_id ${text}, document_id ${text}, subject ${text}, request_id ${text}, data ${text}
  ) ${table}`,
  'create index audit_of_document on audit (document_id, position)',
  `create table outbox (
    position ${position}, document_id ${text} not null, type ${text} not null, tab_id ${text}, at ${integer} not null,
    data ${text} not null
  ) ${table}`,
  'create index outbox_of_document on outbox (document_id, position)',
];
