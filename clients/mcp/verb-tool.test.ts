import Type from 'typebox';
import { expect, test } from 'vitest';

import { Service } from '#clients/service/service.ts';
import { verb } from '#clients/verbs/verb.ts';

import { toolOf } from './verb-tool.ts';

const counts = verb({
  name: 'count',
  summary: 'Count to a number.',
  input: Type.Object({ to: Type.Integer({ minimum: 1 }) }),
  effect: 'read',
  idempotent: true,
  run: async ({ to }) => Array.from({ length: to }, (_, index) => index + 1),
  tool: { name: 'count', title: 'Count', isPaged: true, answer: (numbers) => ({ text: numbers.join('\n') }) },
});
const call = {
  service: new Service({ url: 'http://127.0.0.1:1', token: null }),
  ending: new AbortController().signal,
  progress: () => undefined,
};

test('TS3 the tool of a verb has its input, strictly, its summary and its effect', () => {
  const { input, description, effect, idempotent } = toolOf(counts);
  expect(input).toMatchObject({ additionalProperties: false, required: ['to'] });
  expect(Object.keys(input.properties)).toEqual(['to', 'offset']);
  expect([description, effect, idempotent]).toEqual(['Count to a number.', 'read', true]);
});

test('TS8 a tool whose answer can be continued says how, and begins at the line that it is given', async () => {
  expect(await toolOf(counts).run({ to: 3, offset: 2 }, call)).toEqual({
    text: '1\n2\n3',
    offset: 2,
    rest: 'Call again with that offset.',
  });
});

test('TS3 a tool does not take what it omits', () => {
  const input = Type.Object({ ...counts.input.properties, shelf: Type.Optional(Type.String()) });
  const tool = { name: 'count', title: 'Count', omits: ['shelf' as const], answer: () => ({ text: '' }) };
  expect(Object.keys(toolOf(verb({ ...counts, input, tool })).input.properties)).toEqual(['to']);
});

test('a verb without a tool is an error of the list', () => {
  const { tool: _tool, ...without } = counts;
  expect(() => toolOf(without)).toThrow('count is no tool');
});
