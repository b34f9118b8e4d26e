/** Adds mentions: for each person the comments that mention them, and whether they have read them. */
import type { Migration } from './migration.ts';

export const mentions: Migration = {
  name: 'mentions',
  isAddition: true,
  statements: ({ text, integer, clustered }) => [
    `create table mentions (
      user_id ${text} not null references users (id), comment_id ${text} not null, document_id ${text} not null, tab_id ${text},
      thread_id ${text} not null, comment ${text} not null, read_at ${integer}, primary key (user_id, comment_id)
    ) ${clustered}`,
    'create index mentions_of_document on mentions (document_id, comment_id)',
    'create index mentions_unread on mentions (user_id, comment_id) where read_at is null',
  ],
};
