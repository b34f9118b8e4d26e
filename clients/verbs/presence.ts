/** Verbs for presence: showing what an agent is doing, and listing who is in a document. */
import Type from 'typebox';

import { plainLine } from '#clients/text/plain.ts';
import { count, day } from '#clients/text/table.ts';
import { NewPresence } from '#schema/calls.ts';
import { presenceErrorCode } from '#schema/presence-error-code.ts';

import { document, documentAndTab, documentParams, tabParams } from './place.ts';
import { type Verb, verb } from './verb.ts';

export const setPresence = verb({
  name: 'set-presence',
  summary: 'Show the people in a document what you are doing: a status line and the elements that you are working on.',
  input: Type.Object({ ...documentAndTab, ...NewPresence.properties }),
  effect: 'write',
  idempotent: true,
  async run({ document: name, tab, ...body }, service) {
    return service.json('PUT /documents/:doc/tabs/:tab/presence', { params: await tabParams(service, name, tab), body });
  },
  command: {
    usage: 'presence set <doc:document>',
    summary: 'show your presence on a tab',
    options: {
      tab: {},
      status: { flags: '--status <text>', text: 'a line of at most 80 characters' },
      focus: { flags: '--focus <refs>', text: 'up to 20 elements, with commas between them' },
      ttl: { flags: '--ttl <seconds>', text: '1 to 120 (default: 30)', value: 'seconds' },
    },
    examples: ['atelier presence set "Payments" --status "Tidying the flow" --focus cart,orders --ttl 60'],
    text: ({ presence }) => `present until ${day(presence.expiresAt)} UTC`,
  },
  tool: {
    name: 'set_presence',
    title: 'Show what you are doing',
    description: 'Show people what you are doing, for a minute by default.',
    args: {
      status: '',
      focus: 'Refs of what you work on: ["api"].',
      ttl: 'Milliseconds.',
    },
    faultCode: presenceErrorCode,
    answer: ({ presence: { focus, expiresAt } }) => ({
      text: `shown until ${new Date(expiresAt).toISOString()}, at ${focus.join(', ') || 'no element'}`,
    }),
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
  command: { usage: 'presence clear <doc:document>', options: { tab: {} } },
});

export const readPresence = verb({
  name: 'read-presence',
  summary: 'List who is in a document: people and agents, by tab.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    return service.json('GET /documents/:doc/presence', { params: await documentParams(service, input.document) });
  },
  command: {
    usage: 'presence ls <doc:document>',
    text({ tabs, people, agents }) {
      const lines = tabs.flatMap((tab) => [
        ...tab.people.map(({ user }) => `${tab.tabId ?? '-'}  ${plainLine(user.name)}`),
        ...tab.agents.map(({ user, status = '' }) =>
          `${tab.tabId ?? '-'}  ${plainLine(user.name)} (agent)  ${plainLine(status)}`.trimEnd(),
        ),
      ]);
      const total = `${count(people, 'person').replace('persons', 'people')}, ${count(agents, 'agent')}`;
      return [...lines, total].join('\n');
    },
  },
});

export const presenceVerbs: readonly Verb[] = [setPresence, clearPresence, readPresence];
