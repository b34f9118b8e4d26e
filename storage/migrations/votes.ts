/** Adds votes on the elements of a tab, and who placed how many on what. */
import type { Migration } from './migration.ts';

export const votes: Migration = {
  name: 'votes',
  isAddition: true,
  statements: ({ text, integer, table, clustered }) => [
    `create table tab_votes (
      id ${text} primary key, document_id ${text} not null, tab_id ${text} not null, votes ${integer} not null,
      is_private ${integer} not null, starter_id ${text} not null, starter_name ${text} not null, starter_color ${text} not null,
      started_at ${integer} not null, ended_at ${integer}
    ) ${table}`,
    'create unique index tab_votes_of_tab on tab_votes (document_id, tab_id)',
    `create table ballots (
      vote_id ${text} not null, voter_id ${text} not null, element_id ${text} not null, document_id ${text} not null,
      votes ${integer} not null, primary key (vote_id, voter_id, element_id)
    ) ${clustered}`,
    'create index ballots_of_document on ballots (document_id)',
  ],
};
