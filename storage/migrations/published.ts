/**
 * Adds published links and the numbers of their readers. Nodes of the previous release list and revoke such links, and cannot open them:
 * their secrets are stored under another hash (server/access/link-seals.ts).
 */
import type { Migration } from './migration.ts';

export const published: Migration = {
  name: 'published',
  isAddition: true,
  statements: ({ text, integer, clustered, updated }) => [
    `alter table share_links add column publish ${integer} not null default 0`,
    `create table published_readers (
      link_id ${text} not null, node_id ${text} not null, document_id ${text} not null, readers ${integer} not null,
      at ${integer} not null, primary key (link_id, node_id)
    ) ${updated(clustered)}`,
    'create index published_readers_by_age on published_readers (at)',
  ],
};
