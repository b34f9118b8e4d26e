/** Adds editors' batches with the previous values, and an index of changesets by tab and revision. */
import type { Migration } from './migration.ts';

export const editorEdits: Migration = {
  name: 'editor-edits',
  statements: ({ text, integer, clustered }) => [
    `create table editor_edits (
      document_id ${text} not null, tab_id ${text} not null, rev ${integer} not null, at ${integer} not null,
      edits ${text} not null, primary key (document_id, tab_id, rev)
    ) ${clustered}`,
    'create index changesets_of_tab on changesets (document_id, tab_id, rev)',
  ],
};
