/** Adds handles of tokens, and the tasks that people hand to them. */
import type { Migration } from './migration.ts';

export const tasks: Migration = {
  name: 'tasks',
  isAddition: true,
  statements: ({ text, integer, table, updated }) => [
    `alter table tokens add column handle ${text}`,
    `alter table tokens add column hand_from ${text}`,
    'create unique index tokens_by_handle on tokens (user_id, handle) where handle is not null and revoked_at is null',
    `create table tasks (
      id ${text} primary key, document_id ${text} not null, token_id ${text} not null, handle ${text} not null, tab_id ${text},
      element_id ${text}, selection ${text} not null, item_id ${text}, comment_id ${text}, text ${text} not null,
      author_id ${text} not null, author_name ${text} not null, author_color ${text} not null, state ${text} not null,
      lease ${text}, lease_until ${integer}, lapses ${integer} not null, progress ${text}, messages ${text} not null,
      changeset_id ${text}, created_at ${integer} not null, updated_at ${integer} not null
    ) ${updated(table)}`,
    'create index tasks_of_document on tasks (document_id, id)',
    "create index tasks_queued on tasks (token_id, id) where state = 'queued'",
    'create index tasks_leased on tasks (lease_until) where lease_until is not null',
    'create index tasks_by_change on tasks (updated_at)',
  ],
};
