/** Adds webhooks and their deliveries. */
import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  name: 'webhooks',
  isAddition: true,
  statements: ({ text, integer, table, updated }) => [
    `create table webhooks (
      id ${text} primary key, document_id ${text} not null, url ${text} not null, types ${text} not null, tab_id ${text},
      secret ${text} not null, created_by ${text} not null, created_at ${integer} not null, position ${integer} not null,
      failing_since ${integer}, disabled_at ${integer}, disabled_reason ${text}
    ) ${updated(table)}`,
    'create index webhooks_of_document on webhooks (document_id)',
    `create table webhook_deliveries (
      id ${text} primary key, document_id ${text} not null, webhook_id ${text} not null, type ${text} not null, body ${text} not null,
      created_at ${integer} not null, attempts ${integer} not null, last_at ${integer}, next_at ${integer},
      delivered ${integer} not null, status ${integer}, error ${text}
    ) ${updated(table)}`,
    'create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id)',
    'create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null',
    'create index webhook_deliveries_of_document on webhook_deliveries (document_id)',
  ],
};
