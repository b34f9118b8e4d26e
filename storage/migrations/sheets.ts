/** Adds the revisions of sheets. */
import type { Migration } from './migration.ts';

export const sheets: Migration = {
  name: 'sheets',
  statements: ({ text, integer, updated, clustered }) => [
    `create table sheets (
      document_id ${text} not null, sheet_id ${text} not null, rev ${integer} not null, primary key (document_id, sheet_id)
    ) ${updated(clustered)}`,
  ],
};
