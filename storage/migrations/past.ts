/**
 * Adds what moments of the past are read from, and named versions. A node of the previous release deletes journal rows without packing
 * them; the past then begins again with the next snapshot.
 */
import type { Migration } from './migration.ts';

export const past: Migration = {
  name: 'past',
  isAddition: true,
  statements: ({ text, integer, bytes, table, uncompressed }) => [
    `create table journal_packs (
      document_id ${text} not null, seq ${integer} not null, last_seq ${integer} not null, at ${integer} not null,
      last_at ${integer} not null, revs ${text}, size ${integer} not null, checksum ${integer} not null, bytes ${bytes} not null,
      primary key (document_id, seq)
    ) ${table}`,
    ...uncompressed('journal_packs', 'bytes'),
    `create table past_snapshots (
      document_id ${text} not null, seq ${integer} not null, at ${integer} not null, revs ${text}, checksum ${integer} not null,
      bytes ${bytes} not null, primary key (document_id, seq)
    ) ${table}`,
    ...uncompressed('past_snapshots', 'bytes'),
    `create table versions (
      id ${text} primary key, document_id ${text} not null, seq ${integer} not null, at ${integer} not null, name ${text} not null,
      tabs ${text} not null, author_name ${text} not null, author_color ${text} not null, user_id ${text},
      created_at ${integer} not null
    ) ${table}`,
    'create index versions_of_document on versions (document_id, id)',
  ],
};
