/** Adds the folders that each person groups documents in. */
import type { Migration } from './migration.ts';

export const folders: Migration = {
  name: 'folders',
  isAddition: true,
  statements: ({ text, integer, clustered }) => [
    `create table folders (
      user_id ${text} not null references users (id), id ${text} not null, name ${text} not null, created_at ${integer} not null,
      primary key (user_id, id)
    ) ${clustered}`,
    `alter table document_marks add column folder_id ${text}`,
  ],
};
