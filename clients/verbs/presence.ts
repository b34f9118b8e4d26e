/** presence: verbs by which an agent shows what it is at, and sees who is there. */
import Type from 'typebox';

import { NewPresence } from '#schema/calls.ts';

import { document, documentAndTab, documentParams, tabParams } from './place.ts';
import { verb } from './verb.ts';

export const setPresence = verb({
  name: 'set-presence',
  summary: 'Show the people in a document what you are doing: a status line and the elements that you are at.',
  input: Type.Object({ ...documentAndTab, ...NewPresence.properties }),
  effect: 'write',
  idempotent: true,
  async run({ document: name, tab, ...body }, service) {
    return service.json('PUT /documents/:doc/tabs/:tab/presence', { params: await tabParams(service, name, tab), body });
  },
});

export const clearPresence = verb({
  name: 'clear-presence',
  summary: 'End your presence on a tab.',
  input: Type.Object(documentAndTab),
  effect: 'write',
  idempotent: true,
  async run({ document: name, tab }, service) {
    return service.json('DELETE /documents/:doc/tabs/:tab/presence', { params: await tabParams(service, name, tab) });
  },
});

export const readPresence = verb({
  name: 'read-presence',
  summary: 'Tell who is in a document now: people and agents, by tab.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    return service.json('GET /documents/:doc/presence', { params: await documentParams(service, input.document) });
  },
});
