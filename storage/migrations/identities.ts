/** Adds identities of OpenID Connect providers. */
import type { Migration } from './migration.ts';

export const identities: Migration = {
  name: 'identities',
  statements: ({ text, integer, clustered }) => [
    `create table identities (
      issuer ${text} not null, subject ${text} not null, user_id ${text} not null, created_at ${integer} not null,
      primary key (issuer, subject)
    ) ${clustered}`,
    'create index identities_by_user on identities (user_id)',
  ],
};
