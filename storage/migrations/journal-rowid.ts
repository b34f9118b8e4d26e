/**
 * Gives the journal and editors' batches a rowid on SQLite. A table without one reads whole rows, with all their overflow pages, to
 * compare their keys, so an insert after a large row took 50 times as long.
 */
import type { Migration } from './migration.ts';

export const journalRowid: Migration = {
  name: 'journal-rowid',
  isAddition: true,
  statements: ({ text, integer, bytes, table, rebuilt }) => [
    ...rebuilt(
      'journal',
      `(
        document_id ${text} not null, seq ${integer} not null, write_id ${text} not null, kind ${text} not null, actor ${text},
        at ${integer} not null, checksum ${integer} not null, bytes ${bytes} not null, primary key (document_id, seq)
      ) ${table}`,
    ),
    ...rebuilt(
      'editor_edits',
      `(
        document_id ${text} not null, tab_id ${text} not null, rev ${integer} not null, at ${integer} not null,
        edits ${text} not null, primary key (document_id, tab_id, rev)
      ) ${table}`,
    ),
  ],
};
