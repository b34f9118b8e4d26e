/** Adds administrators, and accounts that are deactivated. Nodes of the previous release know neither. */
import type { Migration } from './migration.ts';

export const administrators: Migration = {
  name: 'administrators',
  isAddition: true,
  statements: ({ integer }) => [
    `alter table users add column is_admin ${integer} not null default 0`,
    `alter table users add column deactivated_at ${integer}`,
    'create index audit_of_person on audit (user_id, position)',
  ],
};
