/** Adds the log of access changes, and the time of a tab's last live event about edits. */
import type { Migration } from './migration.ts';

export const accessChanges: Migration = {
  name: 'access-changes',
  statements: ({ text, integer, position, table }) => [
    `create table access_changes (
      position ${position}, kind ${text} not null, subject ${text} not null, at ${integer} not null
    ) ${table}`,
    `alter table tabs add column told_at ${integer} not null default 0`,
  ],
};
