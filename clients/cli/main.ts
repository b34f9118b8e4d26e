/**
 * main: the command line as a function of its arguments: parse, run one command, answer its exit code.
 */
import { Command, CommanderError } from 'commander';

import { complain } from './complain.ts';
import { commands } from './commands/list.ts';
import { exitCodes } from './exit-codes.ts';
import type { Io } from './io.ts';
import { type GlobalOptions, CliSession } from './session.ts';
import { version } from '#clients/service/version.ts';

/** Runs one command; `args` without the program's name. Never throws for what its user can mend. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io);
  try {
    await program.parseAsync(args, { from: 'user' });
    return io.signal.aborted ? exitCodes.interrupted : exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return complain(error, io);
  }
}

/** The whole tree of commands. */
export function createProgram(io: Io): Command {
  const program = new Command('atelier')
    .description('Atelier on the command line: read, draw, comment, take back.')
    .version(version())
    .option('--json', "print the server's answer as JSON")
    .option('-q, --quiet', 'print only the id of what was made')
    .option('--url <url>', "the server's API root (default: ATELIER_URL, or what atelier login has stored)")
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help for help)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  const open = (command: Command): CliSession => new CliSession(io, command.optsWithGlobals<GlobalOptions>());
  for (const add of commands) add(program, open);
  return program;
}
