/** set_presence: showing people what the agent is at. */
import { setPresence as verb } from '#clients/verbs/presence.ts';
import { presenceErrorCode } from '#schema/presence-error-code.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const setPresence = tool({
  name: 'set_presence',
  title: 'Show what you are doing',
  description: `${verb.summary} It lapses after \`ttl\` milliseconds; a changeset keeps it for another 30 seconds. It locks nothing.`,
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  faultCode: presenceErrorCode,
  async run(asked, { service }) {
    const { focus, expiresAt } = (await verb.run(asked, service)).presence;
    return { text: `shown until ${new Date(expiresAt).toISOString()}, at ${focus.join(', ') || 'no element'}` };
  },
});
