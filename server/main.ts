/**
 * main: starts a node from the environment and ends it on a signal.
 *
 * It never goes on after a fault that it does not understand: what is acknowledged is on disk, so ending and starting
 * anew is always safe.
 */
import process from 'node:process';

import { startNode } from './compose.ts';
import { complaint, exitCodes } from './operations/complaint.ts';
import { readConfig } from './operations/config.ts';
import { captureConsole, createLog } from './operations/log.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  captureConsole(log);
  const say = (text: string): void => void process.stdout.write(text);

  const fault = (error: unknown, message: string): void => {
    log.fatal({ err: error }, message);
    process.exit(exitCodes.fault);
  };
  process.on('uncaughtException', (error) => fault(error, 'an exception that nothing handled'));
  process.on('unhandledRejection', (error) => fault(error, 'a rejection that nothing handled'));

  const node = await startNode({
    config,
    log,
    onBroken: (error) => fault(error, 'the disk failed: starting anew is the only safe way on'),
    onFirstStart: say,
  });
  log.info({ url: node.url, storage: node.storage.dialect }, 'ready');

  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    // Whatever hangs, the process ends in time: what is acknowledged is in the journal.
    setTimeout(() => process.exit(exitCodes.done), config.shutdownMs).unref();
    node.stop().then(
      () => process.exit(exitCodes.done),
      (error: unknown) => fault(error, 'stopping failed'),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  const { text, exitCode } = complaint(error);
  process.stderr.write(text);
  process.exit(exitCode);
});
