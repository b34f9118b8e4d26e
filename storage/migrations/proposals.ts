/** Adds proposals, and what agents may do with a document. A node of the previous release lets agents write in any document. */
import type { Migration } from './migration.ts';

export const proposals: Migration = {
  name: 'proposals',
  isAddition: true,
  statements: ({ text, integer, table, updated }) => [
    `alter table documents add column agents ${text} not null default 'write'`,
    `create table proposals (
      id ${text} primary key, document_id ${text} not null, tab_id ${text}, call ${text} not null, state ${text} not null,
      author_name ${text} not null, author_color ${text} not null, user_id ${text} not null, token_id ${text},
      agent ${integer} not null, summary ${text}, rev ${integer} not null, counts ${text} not null, parts ${text} not null,
      content ${text} not null, results ${text} not null, lint ${text} not null, text ${text} not null, reason ${text},
      decided_name ${text}, decided_color ${text}, decided_at ${integer}, changesets ${text} not null, created_at ${integer} not null
    ) ${updated(table)}`,
    'create index proposals_of_document on proposals (document_id, id)',
    'create index proposals_of_token on proposals (token_id, created_at) where token_id is not null',
    'create index proposals_by_age on proposals (created_at)',
  ],
};
