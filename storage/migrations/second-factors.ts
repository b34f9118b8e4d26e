/** Adds second factors of signing in. Nodes of the previous release ask for none. */
import type { Migration } from './migration.ts';

export const secondFactors: Migration = {
  name: 'second-factors',
  isAddition: true,
  statements: ({ text, integer, table, clustered }) => [
    `create table second_factors (
      user_id ${text} primary key, secret ${text} not null, created_at ${integer} not null, confirmed_at ${integer},
      last_step ${integer} not null, tries ${integer} not null, tries_since ${integer} not null
    ) ${table}`,
    `create table recovery_codes (user_id ${text} not null, hash ${text} not null, primary key (user_id, hash)) ${clustered}`,
  ],
};
