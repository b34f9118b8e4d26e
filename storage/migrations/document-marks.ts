/** Adds what each person marks documents with: a star, and when they last opened it. */
import type { Migration } from './migration.ts';

export const documentMarks: Migration = {
  name: 'document-marks',
  isAddition: true,
  statements: ({ text, integer, clustered }) => [
    `create table document_marks (
      user_id ${text} not null references users (id), document_id ${text} not null, starred_at ${integer}, opened_at ${integer},
      primary key (user_id, document_id)
    ) ${clustered}`,
    'create index document_marks_of_document on document_marks (document_id)',
  ],
};
