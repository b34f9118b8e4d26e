/** The command `serve`, which becomes a server of this installation. */
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import type { Command } from 'commander';

import { UsageError } from '../exit-codes.ts';
import type { Open } from './command.ts';

export function addServe(program: Command, open: Open): void {
  program
    .command('serve')
    .summary('start a server here')
    .description(
      'Starts a server, with its settings from the environment: DATA_DIR, HOST, PORT, DATABASE_URL, REDIS_URL and others.',
    )
    .addHelpText('after', '\nExample:\n  DATA_DIR=./data PORT=4100 atelier serve')
    .action((_options, command) => {
      const { env } = open(command).io;
      const script = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));
      // The server replaces this process: signals reach it, and its exit status is the command's.
      if (process.execve === undefined) throw new UsageError(`This system cannot replace a process: run node ${script}`);
      process.execve(process.execPath, [process.execPath, '--disable-warning=ExperimentalWarning', script], { ...env });
    });
}
