/** The command line as a process: its streams, Ctrl-C, a closed pipe, its exit status. */
import process from 'node:process';

import { exitCodes } from './exit-codes.ts';
import { main } from './main.ts';

const end = new AbortController();
process.once('SIGINT', () => {
  end.abort();
  // A command that does not end in time is cut off.
  setTimeout(() => process.exit(exitCodes.interrupted), 200).unref();
});
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

const { stdin, stdout, stderr, env } = process;
process.exitCode = await main(process.argv.slice(2), { stdin, stdout, stderr, env, signal: end.signal });
