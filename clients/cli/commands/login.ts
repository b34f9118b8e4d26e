/** The commands `login` and `logout`: store the server's address and a token, and delete them. */
import { createInterface } from 'node:readline/promises';

import type { Command } from 'commander';

import { Service } from '#clients/service/service.ts';

import { credentials, forget, store } from '../credentials.ts';
import { UsageError } from '../exit-codes.ts';
import { type Io, readAll } from '../io.ts';
import { plainLine } from '#clients/text/plain.ts';
import type { Open } from './command.ts';

export function addLogin(program: Command, open: Open): void {
  program
    .command('login')
    .summary('store the address of a server and a token')
    .description('Asks for an API token (or reads it from stdin), checks it, and stores it in your configuration folder.')
    .addHelpText('after', '\nExamples:\n  atelier login --url https://atelier.example.org\n  atelier login < token.txt')
    .action(async (_options, command) => {
      const session = open(command);
      const { url } = await credentials(session.io.env, session.options);
      const token = (await askToken(session.io, url)).trim();
      if (token === '') throw new UsageError('No token was given.');
      const service = new Service({ url, token, signal: session.io.signal });
      const { user, token: identity } = await service.json('GET /me');
      if (identity === undefined) throw new UsageError('This is not an API token.');
      const file = await store(session.io.env, { url, token });
      session.show({
        json: { user, token: identity, url, file },
        id: identity.id,
        text: () =>
          `${plainLine(user.name)} at ${url}, by the token ${plainLine(identity.name)} (${identity.access}); stored in ${file}`,
      });
    });

  program
    .command('logout')
    .summary('delete the stored address and token')
    .action(async (_options, command) => {
      await forget(open(command).io.env);
    });
}

/** A terminal does not echo what is typed. */
async function askToken(io: Io, url: string): Promise<string> {
  if (io.stdin.isTTY !== true) return readAll(io.stdin);
  io.stderr.write(`API token for ${url}: `);
  const hidden = createInterface({ input: io.stdin, terminal: true });
  try {
    return await hidden.question('', { signal: io.signal });
  } finally {
    hidden.close();
    io.stderr.write('\n');
  }
}
