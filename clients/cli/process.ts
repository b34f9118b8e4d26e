/**
 * process: the command line as a process: its streams, Ctrl-C, a reader that has gone, its exit status.
 */
import process from 'node:process';

import { exitCodes } from './exit-codes.ts';
import { main } from './main.ts';

const end = new AbortController();
process.once('SIGINT', () => {
  end.abort();
  // What does not hear of it in time is not waited for.
  setTimeout(() => process.exit(exitCodes.interrupted), 200).unref();
});
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

const { stdin, stdout, stderr, env } = process;
process.exitCode = await main(process.argv.slice(2), { stdin, stdout, stderr, env, signal: end.signal });
