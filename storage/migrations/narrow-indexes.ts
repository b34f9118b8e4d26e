/**
 * Makes a changeset write fewer pages on SQLite. Ids were most of an index, and as its pages filled up quickly, every second insert
 * moved entries between pages: indexes now contain only the end of an id, which is random. Changesets that have expired are found by
 * their ids, which begin with the time. The events and the audit log no longer keep a counter in a table of its own.
 */
import type { Migration } from './migration.ts';

export const narrowIndexes: Migration = {
  name: 'narrow-indexes',
  isAddition: true,
  statements: ({ text, integer, table, rebuilt, sqliteOnly }) => [
    ...rebuilt(
      'audit',
      `(
        position integer primary key, at ${integer} not null, action ${text} not null, actor_kind ${text} not null,
        user_id ${text}, token_id ${text}, document_id ${text}, subject ${text}, request_id ${text}, data ${text}
      ) ${table}`,
    ),
    ...rebuilt(
      'outbox',
      `(
        position integer primary key, document_id ${text} not null, type ${text} not null, tab_id ${text},
        at ${integer} not null, data ${text} not null
      ) ${table}`,
    ),
    ...sqliteOnly(
      'create index outbox_of_document on outbox (substr(document_id, -5))',
      'drop index changesets_by_age',
      'drop index changesets_of_document',
      'create index changesets_of_document on changesets (substr(document_id, -5), seq, substr(tab_id, -5))',
      'drop index changesets_of_tab',
      'create index changesets_of_tab on changesets (substr(tab_id, -5), rev)',
    ),
  ],
};
