/** The tool help: the guide by topic, so that a model reads only what it needs. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';

import { helpText, topics } from '../help.ts';
import { input } from '../input.ts';
import { type McpTool, tool } from '../tool.ts';

/** `tools` answers the tools that may be a topic. */
export const helpTool = (tools: () => readonly McpTool[]): McpTool =>
  tool({
    name: 'help',
    title: 'Help',
    description: `How to draw; or a topic: ${topics.slice(1, 9).join(' ')}, an operation, a tool.`,
    input: input({ topic: Type.Optional(Type.String({ maxLength: 40 })) }),
    effect: 'read',
    idempotent: true,
    run: ({ topic = 'basics' }) => {
      const text = helpText(topic, tools());
      if (text !== null) return Promise.resolve({ text, isOwn: true });
      throw new ServiceRefusal({
        code: 'invalid_request',
        status: 400,
        detail: 'There is no such topic.',
        hint: 'Take one of the candidates.',
        candidates: [...topics, ...tools().map(({ name }) => name)],
      });
    },
  });
