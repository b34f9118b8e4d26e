/** Webhooks: addresses that the events of a document are sent to, and what was sent. */
import Type, { type Static } from 'typebox';

import { OrNull, Timestamp } from './access.ts';
import { eventTypes } from './event.ts';
import { limits } from './limits.ts';

const types = Type.Array(Type.Enum([...eventTypes]), {
  minItems: 1,
  uniqueItems: true,
  description: 'The types of events that are sent.',
});

export const NewWebhook = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: limits.linkCharacters,
      description: 'Where events are sent: an https address on the internet.',
    }),
    types,
    tab: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only events of this tab.' })),
  },
  { additionalProperties: false },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const disabledReasons = ['failing', 'gone', 'backlog', 'not_owner', 'key_changed'] as const;

export const Webhook = Type.Object(
  {
    id: Type.String({ description: 'Id of the webhook.' }),
    url: Type.String({ description: 'Where events are sent.' }),
    types,
    tab: OrNull(Type.String(), { description: 'The id of the tab that it is limited to; null: all.' }),
    state: Type.Enum(['enabled', 'disabled'], { description: 'A successful test enables a webhook that is disabled.' }),
    disabledReason: Type.Optional(
      Type.Enum([...disabledReasons], {
        description:
          'failing: no success for a day. gone: the receiver answered 410. backlog: too many deliveries waited. not_owner: the person who created it no longer owns the document. key_changed: its secret cannot be read.',
      }),
    ),
    failingSince: OrNull(Timestamp, { description: 'Since when no delivery has succeeded; null: it works.' }),
    createdAt: Timestamp,
  },
  { description: 'An address that the events of a document are sent to.' },
);
export type Webhook = Static<typeof Webhook>;

export const Delivery = Type.Object(
  {
    id: Type.String({ description: 'The header `webhook-id`, the same in every attempt.' }),
    type: Type.String({ description: 'The type of the event; `test` for a test.' }),
    state: Type.Enum(['waiting', 'delivered', 'failed'], { description: 'What became of it.' }),
    attempts: Type.Integer({ minimum: 0, description: 'How often it was sent.' }),
    createdAt: Timestamp,
    lastAttemptAt: OrNull(Timestamp, { description: 'When it was sent last.' }),
    nextAttemptAt: OrNull(Timestamp, { description: 'When it is sent next; null: never.' }),
    status: OrNull(Type.Integer(), { description: 'The HTTP status of the last answer.' }),
    error: OrNull(Type.String(), {
      description: 'Why there was no answer: timeout, unreachable, refused, too_large or disabled.',
    }),
  },
  { description: 'One event on its way to a receiver.' },
);
export type Delivery = Static<typeof Delivery>;
