/** Calls for the webhooks of a document. */
import { resource, route } from '../route.ts';

export const webhooks = resource('Webhooks', [
  route('createWebhook', {
    access: 'owner',
    summary: 'Create a webhook',
    description:
      'Events of these types are sent to the address from now on, at least once each, signed by the Standard Webhooks convention. An event without an answer of 200 to 299 within 15 seconds is sent again for 24 hours, at growing intervals; then the webhook is disabled.',
    replies: { 201: { description: 'The webhook and its secret.' } },
    refuses: ['outbound_refused', 'outbound_failed', 'tab_not_found', 'too_large'],
    handle: ({ call, params, body }, app) => app.webhooks.create(call, params.doc, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/webhooks/${created.webhook.id}`,
    }),
  }),
  route('listWebhooks', {
    access: 'owner',
    summary: 'List the webhooks of a document',
    description: 'Without their secrets.',
    replies: { 200: { description: 'Oldest first.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.webhooks.list(call, params.doc),
  }),
]);

export const webhook = resource('Webhooks', [
  route('deleteWebhook', {
    access: 'owner',
    summary: 'Delete a webhook',
    description: 'What waits to be sent is not sent.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.webhooks.remove(call, params.doc, params.webhook),
  }),
]);

export const testedWebhook = resource('Webhooks', [
  route('testWebhook', {
    access: 'owner',
    summary: 'Test a webhook',
    description: 'Sends one event of type `test` and waits for the answer. A success enables a webhook that is disabled.',
    replies: { 200: { description: 'The webhook, and what became of the test.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.webhooks.test(call, params.doc, params.webhook),
  }),
]);

export const deliveries = resource('Webhooks', [
  route('listDeliveries', {
    access: 'owner',
    summary: 'List what a webhook has sent',
    description: 'The last 100 deliveries, with those that wait to be sent again.',
    replies: { 200: { description: 'Newest first.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.webhooks.deliveries(call, params.doc, params.webhook),
  }),
]);
