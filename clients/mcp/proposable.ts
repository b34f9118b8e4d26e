/** Gives a tool that writes the argument `propose`: the write is stored as a proposal, and the answer describes it. */
import Type from 'typebox';

import { Proposed } from '#clients/service/proposed.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';

import { input } from './input.ts';
import type { McpTool, ToolAnswer } from './tool.ts';

const propose = Type.Optional(Type.Boolean({ description: 'Store it as a proposal, which a person accepts or rejects.' }));

export const proposable = (tool: McpTool): McpTool => ({
  ...tool,
  input: input({ ...tool.input.properties, propose }),
  async run(values, call) {
    // The tool server has checked the arguments against the input above.
    const { propose: proposes, ...asked } = values as { readonly propose?: boolean };
    if (proposes !== true) return tool.run(asked, call);
    try {
      return await tool.run(asked, { ...call, service: call.service.proposing() });
    } catch (error) {
      if (error instanceof Proposed) return proposedAnswer(error.answer);
      throw error;
    }
  },
});

function proposedAnswer({ proposal, text, picture }: ProposalAnswer): ToolAnswer {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const image =
    picture === undefined || picture === null
      ? {}
      : { image: { data: picture.slice(picture.indexOf(',') + 1), mimeType: 'image/png' } };
  return {
    text: lines.join('\n'),
    foot: proposal === null ? last : `${last}\npage: ${proposal.url}`,
    ...(proposal !== null && { board: proposal.url }),
    ...image,
  };
}
