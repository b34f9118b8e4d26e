/** The commands `serve` and `admin`, which become a server of this installation, or its administration. */
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import type { Command } from 'commander';

import { UsageError } from '../exit-codes.ts';
import type { CliSession } from '../session.ts';
import type { Open } from './command.ts';

export function addServe(program: Command, open: Open): void {
  program
    .command('serve')
    .summary('start a server here')
    .description(
      'Starts a server, with its settings from the environment: DATA_DIR, HOST, PORT, DATABASE_URL, REDIS_URL and others.',
    )
    .addHelpText('after', '\nExample:\n  DATA_DIR=./data PORT=4100 atelier serve')
    .action((_options, command) => become(new URL('../../../server/main.ts', import.meta.url), [], open(command)));
  program
    .command('admin')
    .summary('manage accounts and tokens in the storage of this machine')
    .description(
      'Manages accounts and tokens directly in the storage, beside a running server, and moves an embedded installation to ' +
        'PostgreSQL. DATA_DIR or DATABASE_URL name the storage. Without words it lists its commands.',
    )
    .argument('[words...]', 'the command and its options')
    .helpOption(false)
    .allowUnknownOption()
    .addHelpText('after', '\nExample:\n  atelier admin user add --name Ada --email ada@example.org')
    .action((words: string[], _options, command) =>
      become(new URL('../../../server/admin.ts', import.meta.url), words, open(command)),
    );
}

/** The program replaces this process: signals reach it, and its exit status is the command's. */
function become(program: URL, words: readonly string[], { io }: CliSession): void {
  const script = fileURLToPath(program);
  if (process.execve === undefined) throw new UsageError(`This system cannot replace a process: run node ${script}`);
  process.execve(process.execPath, [process.execPath, '--disable-warning=ExperimentalWarning', script, ...words], { ...io.env });
}
