/** presence: verbs by which an agent shows what it is at, and sees who is there. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { NewPresence } from '#schema/calls.ts';
import type { DocumentPresence, Presence } from '#schema/presence.ts';

import { document, documentAndTab, placeOf } from './place.ts';
import { verb } from './verb.ts';

export const setPresence = verb({
  name: 'set-presence',
  summary: 'Show the people in a document what you are doing: a status line and the elements that you are at.',
  input: Type.Object({ ...documentAndTab, ...NewPresence.properties }),
  effect: 'write',
  idempotent: true,
  async run({ document: name, tab, ...body }, service) {
    const path = `${await placeOf(service, name, tab)}/presence`;
    return (await service.json({ method: 'PUT', path, body })) as { presence: Presence };
  },
});

export const clearPresence = verb({
  name: 'clear-presence',
  summary: 'End your presence on a tab.',
  input: Type.Object(documentAndTab),
  effect: 'write',
  idempotent: true,
  async run({ document: name, tab }, service) {
    return service.json({ method: 'DELETE', path: `${await placeOf(service, name, tab)}/presence` });
  },
});

export const readPresence = verb({
  name: 'read-presence',
  summary: 'Tell who is in a document now: people and agents, by tab.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    const path = `/documents/${await findDocument(service, input.document)}/presence`;
    return (await service.json({ method: 'GET', path })) as DocumentPresence;
  },
});
