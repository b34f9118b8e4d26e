/** The command `mcp`: the tool server over standard input and output, for agents that start it. */
import type { Command } from 'commander';

import { credentials } from '../credentials.ts';
import { UsageError } from '../exit-codes.ts';
import { plainLine } from '#clients/text/plain.ts';
import type { Open } from './command.ts';

export function addMcp(program: Command, open: Open): void {
  program
    .command('mcp')
    .summary('serve the tools to an agent over stdin and stdout')
    .description(
      'The tool server of the Model Context Protocol. An agent starts it and talks to it; only the protocol is written to stdout. A server offers the same tools over HTTP at /mcp.',
    )
    .addHelpText('after', '\nExample:\n  claude mcp add atelier -- atelier mcp')
    .action(async (_options, command) => {
      const { io, options } = open(command);
      const { url, token } = await credentials(io.env, options);
      if (token === null) throw new UsageError('No token: set ATELIER_TOKEN, or atelier login first.');
      const { serveStdio } = await import('#clients/mcp/serve-stdio.ts');
      const { Service } = await import('#clients/service/service.ts');
      const { stdin, stdout, stderr, signal } = io;
      await serveStdio({
        url,
        token,
        // Unknown if the server cannot be reached: then every tool is listed, and its calls report that.
        access: async () => {
          const me = await new Service({ url, token, signal }).json('GET /me').catch(() => null);
          return me?.token?.access ?? null;
        },
        stdin,
        stdout,
        log: (line) => void stderr.write(`${plainLine(line)}\n`),
        signal,
      });
    });
}
