/** presence: `presence …`: what an agent is at, and who is there. */
import type { Command } from 'commander';

import { plainLine } from '#clients/text/plain.ts';
import { count, day } from '#clients/text/table.ts';
import { seconds } from '../values.ts';
import type { Open } from './command.ts';

type SetOptions = { tab?: string; status?: string; focus?: string; ttl?: number };

export function addPresence(program: Command, open: Open): void {
  const presence = program.command('presence').summary('show what you are at; see who is there');

  presence
    .command('set <doc>')
    .summary('show your presence on a tab')
    .option('--tab <tab>', "the tab's id or name (default: the first)")
    .option('--status <text>', 'a line of at most 80 characters')
    .option('--focus <refs>', 'up to 20 elements, with commas between them')
    .option('--ttl <seconds>', '1 to 120 (default: 30)', seconds)
    .addHelpText(
      'after',
      '\nExample:\n  atelier presence set "Payments" --status "Tidying the flow" --focus cart,orders --ttl 60',
    )
    .action(async (document: string, { focus, ttl, ...options }: SetOptions, command) => {
      const { setPresence } = await import('#clients/verbs/presence.ts');
      const session = open(command);
      const body = {
        ...(focus !== undefined && { focus: focus.split(',').map((ref) => ref.trim()) }),
        ...(ttl !== undefined && { ttl: Math.round(ttl * 1_000) }),
      };
      const answer = await setPresence.run({ document, ...options, ...body }, await session.service());
      session.show({ json: answer, text: () => `present until ${day(answer.presence.expiresAt)} UTC` });
    });

  presence
    .command('clear <doc>')
    .summary('end your presence on a tab')
    .option('--tab <tab>', "the tab's id or name (default: the first)")
    .action(async (document: string, options: { tab?: string }, command) => {
      const { clearPresence } = await import('#clients/verbs/presence.ts');
      await clearPresence.run({ document, ...options }, await open(command).service());
    });

  presence
    .command('ls <doc>')
    .summary('who is in a document now')
    .action(async (document: string, _options, command) => {
      const { readPresence } = await import('#clients/verbs/presence.ts');
      const session = open(command);
      const answer = await readPresence.run({ document }, await session.service());
      const lines = answer.tabs.flatMap(({ tabId, people, agents }) => [
        ...people.map(({ user }) => `${tabId ?? '-'}  ${plainLine(user.name)}`),
        ...agents.map(({ user, status = '' }) =>
          `${tabId ?? '-'}  ${plainLine(user.name)} (agent)  ${plainLine(status)}`.trimEnd(),
        ),
      ]);
      const total = `${count(answer.people, 'person').replace('persons', 'people')}, ${count(answer.agents, 'agent')}`;
      session.show({ json: answer, text: () => [...lines, total].join('\n') });
    });
}
