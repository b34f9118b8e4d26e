/** The command line as a function of its arguments: parses them, runs one command, returns its exit code. */
import { Command, CommanderError } from 'commander';

import { complain } from './complain.ts';
import { commands } from './commands/list.ts';
import { exitCodes } from './exit-codes.ts';
import type { Io } from './io.ts';
import { type GlobalOptions, CliSession } from './session.ts';
import { addVerbCommand } from './verb-command.ts';
import { Proposed } from '#clients/service/proposed.ts';
import { version } from '#clients/service/version.ts';

/** Runs one command; `args` are without the program's name. Throws only for faults of its own. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const program = await createProgram(io, (name) => args.includes(name) || args.includes('completion'));
  try {
    await program.parseAsync(args, { from: 'user' });
    return io.signal.aborted ? exitCodes.interrupted : exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (error instanceof Proposed) {
      const { answer } = error;
      const session = new CliSession(io, program.opts<GlobalOptions>());
      session.show({ json: answer, id: answer.proposal?.id, text: () => answer.text });
      return exitCodes.done;
    }
    return complain(error, io);
  }
}

/** The tree of commands. Groups that are not used have no commands: their schemas need not be loaded. */
export async function createProgram(io: Io, isUsed: (group: string) => boolean): Promise<Command> {
  const program = new Command('atelier')
    .description('Atelier on the command line: read, draw, comment, revert.')
    .version(version())
    .option('--json', "print the server's answer as JSON")
    .option('-q, --quiet', 'print only the id of what was created')
    .option('--propose', 'store what the command would write as a proposal, which a person accepts or rejects')
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
  for (const entry of commands) {
    if (typeof entry === 'function') {
      entry(program, open);
      continue;
    }
    const group = program.command(entry.name).summary(entry.summary);
    if (!isUsed(entry.name)) continue;
    for (const verb of await entry.verbs()) addVerbCommand(group, verb, open);
    entry.add?.(group, open);
  }
  return program;
}
