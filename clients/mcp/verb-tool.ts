/** Makes the tool of a verb. */
import type { Verb } from '#clients/verbs/verb.ts';

import { input, offset } from './input.ts';
import { proposable } from './proposable.ts';
import type { McpTool } from './tool.ts';

export function toolOf(verb: Verb): McpTool {
  const { tool: form, effect, idempotent } = verb;
  if (form === undefined) throw new Error(`${verb.name} is no tool`);
  const { name, title, description = verb.summary, args, omits = [], isPaged, hasBoard } = form;
  const taken = Object.fromEntries(Object.entries(verb.input.properties).filter(([member]) => !omits.includes(member)));
  const made: McpTool = {
    name,
    title,
    description,
    input: input({ ...taken, ...(isPaged === true && offset) }),
    ...(args !== undefined && { args }),
    effect,
    idempotent,
    ...(hasBoard !== undefined && { hasBoard }),
    faultCode: (fault) => form.faultCode?.(fault),
    async run(values, { service }) {
      // The tool server has checked the arguments against this very schema.
      const { offset: skipped = 0, ...asked } = values as { readonly offset?: number };
      const answer = form.answer(await verb.run(asked, service), asked);
      return isPaged === true ? { rest: 'Call again with that offset.', ...answer, offset: skipped } : answer;
    },
  };
  return verb.canPropose === true ? proposable(made) : made;
}
