/**
 * Adds grants of OAuth clients, which are tokens with a client, and fences of tokens. Nodes of the previous release find neither by the
 * hash of a secret: they refuse such credentials rather than ignore a fence (storage/tokens.ts).
 */
import type { Migration } from './migration.ts';

export const grants: Migration = {
  name: 'grants',
  isAddition: true,
  statements: ({ text, integer, table }) => [
    `alter table tokens add column fence ${text}`,
    `alter table tokens add column client ${text}`,
    `create table oauth_clients (
      id ${text} primary key, name ${text} not null, redirect_uris ${text} not null, created_at ${integer} not null,
      used_at ${integer}
    ) ${table}`,
    'create index oauth_clients_by_age on oauth_clients (created_at) where used_at is null',
    `create table oauth_secrets (
      hash ${text} primary key, kind ${text} not null, token_id ${text}, data ${text}, created_at ${integer} not null,
      expires_at ${integer} not null, used_at ${integer}
    ) ${table}`,
    'create index oauth_secrets_by_expiry on oauth_secrets (expires_at)',
  ],
};
