/** The tool help: the guide by topic, so that a model reads only what it needs. */
import Type from 'typebox';

import type { Service } from '#clients/service/service.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';

import { iconLines, listIcons } from '#clients/verbs/icons.ts';

import { helpText, topics } from '../help.ts';
import { input } from '../input.ts';
import { type McpTool, tool, type ToolAnswer } from '../tool.ts';

/** `tools` answers the tools that may be a topic. */
export const helpTool = (tools: () => readonly McpTool[]): McpTool =>
  tool({
    name: 'help',
    title: 'Help',
    description: `How to draw; or a topic: ${topics.slice(1, 9).join(' ')}, icons <words>, an operation, a tool.`,
    input: input({ topic: Type.Optional(Type.String({ maxLength: 60 })) }),
    effect: 'read',
    idempotent: true,
    run: async ({ topic = 'basics' }, { service }) => {
      if (/^icons( |$)/.test(topic)) return iconsFor(topic.slice('icons '.length), service);
      const text = helpText(topic, tools());
      if (text !== null) return { text, isOwn: true };
      throw new ServiceRefusal({
        code: 'invalid_request',
        status: 400,
        detail: 'There is no such topic.',
        hint: 'Take one of the candidates.',
        candidates: [...topics, ...tools().map(({ name }) => name)],
      });
    },
  });

/** The icons that words describe, for `add icon=`. */
async function iconsFor(words: string, service: Service): Promise<ToolAnswer> {
  const list = await listIcons.run(words.trim() === '' ? {} : { search: words }, service);
  const foot = list.next === null ? {} : { foot: 'More match: name more words.' };
  return { text: iconLines(list) || 'no icons: try another word', isOwn: true, ...foot };
}
