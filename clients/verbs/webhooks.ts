/** Verbs for the webhooks of a document. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { table } from '#clients/text/table.ts';
import { type Delivery, NewWebhook, type Webhook } from '#schema/webhook.ts';

import { document } from './place.ts';
import { type Verb, verb } from './verb.ts';

const one = Type.Object({ ...document, webhook: Type.String({ minLength: 1, description: 'The id of the webhook.' }) });

export const listWebhooks = verb({
  name: 'list-webhooks',
  summary: 'List the webhooks of a document.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  run: async ({ document: name }, service) =>
    service.json('GET /documents/:doc/webhooks', { params: { doc: await findDocument(service, name) } }),
  command: {
    usage: 'webhook ls <doc:document>',
    id: ({ webhooks }) => webhooks.map(({ id }) => id).join('\n'),
    text: ({ webhooks }) => table(webhooks.map(row)),
  },
});

export const createWebhook = verb({
  name: 'create-webhook',
  summary: 'Send events of a document to an address, signed by the Standard Webhooks convention.',
  input: Type.Object({ ...document, ...NewWebhook.properties }),
  effect: 'write',
  idempotent: false,
  async run({ document: name, tab, ...body }, service) {
    const doc = await findDocument(service, name);
    const limited = tab === undefined ? {} : { tab: await findTab(service, doc, tab) };
    return service.json('POST /documents/:doc/webhooks', { params: { doc }, body: { ...body, ...limited } });
  },
  command: {
    usage: 'webhook add <doc:document> <url>',
    summary: 'send events to an address; prints the secret, once',
    options: { types: { isRequired: true }, tab: { text: 'only events of this tab (id or name)' } },
    examples: ['atelier webhook add "Payments" https://hooks.example.org/atelier --types comment,changeset'],
    id: ({ webhook }) => webhook.id,
    text: ({ webhook, secret }) => `${table([row(webhook)])}\n${secret}`,
  },
});

export const testWebhook = verb({
  name: 'test-webhook',
  summary: 'Send a test to a webhook. A success enables it if it is disabled.',
  input: one,
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, webhook }, service) =>
    service.json('POST /documents/:doc/webhooks/:webhook/test', {
      params: { doc: await findDocument(service, name), webhook },
    }),
  command: {
    usage: 'webhook test <doc:document> <webhook>',
    id: ({ delivery }) => delivery.id,
    text: ({ delivery }) => table([deliveryRow(delivery)]),
  },
});

export const listDeliveries = verb({
  name: 'list-deliveries',
  summary: 'List what a webhook has sent last, newest first.',
  input: one,
  effect: 'read',
  idempotent: true,
  run: async ({ document: name, webhook }, service) =>
    service.json('GET /documents/:doc/webhooks/:webhook/deliveries', {
      params: { doc: await findDocument(service, name), webhook },
    }),
  command: {
    usage: 'webhook log <doc:document> <webhook>',
    id: ({ deliveries }) => deliveries.map(({ id }) => id).join('\n'),
    text: ({ deliveries }) => table(deliveries.map(deliveryRow)),
  },
});

export const deleteWebhook = verb({
  name: 'delete-webhook',
  summary: 'Delete a webhook; what waits is not sent.',
  input: one,
  effect: 'destructive',
  idempotent: true,
  run: async ({ document: name, webhook }, service) =>
    service.json('DELETE /documents/:doc/webhooks/:webhook', {
      params: { doc: await findDocument(service, name), webhook },
    }),
  command: { usage: 'webhook rm <doc:document> <webhook>' },
});

export const webhookVerbs: readonly Verb[] = [listWebhooks, createWebhook, testWebhook, listDeliveries, deleteWebhook];

const row = ({ id, state, disabledReason, failingSince, types, url }: Webhook): string[] => [
  id,
  disabledReason === undefined ? (failingSince === null ? state : 'failing') : `${state}: ${disabledReason}`,
  types.join(','),
  url,
];

const deliveryRow = ({ id, type, state, attempts, status, error, lastAttemptAt }: Delivery): string[] => [
  id,
  type,
  state,
  status === null ? (error ?? '') : String(status),
  `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  lastAttemptAt === null ? '' : new Date(lastAttemptAt).toISOString(),
];
