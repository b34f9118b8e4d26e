/**
 * main: starts a node from the environment and ends it on a signal.
 *
 * It never goes on after a fault that it does not understand: what is acknowledged is on disk, so ending and starting
 * anew is always safe.
 */
import process from 'node:process';

import { StorageRefused } from '#storage/failures.ts';

import { startNode } from './compose.ts';
import { ConfigError, readConfig } from './operations/config.ts';
import { captureConsole, createLog } from './operations/log.ts';

const exitCodes = { done: 0, fault: 1, usage: 2 } as const;

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
  const isOurs =
    error instanceof ConfigError || error instanceof StorageRefused || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`${isOurs ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
  process.exit(error instanceof ConfigError ? exitCodes.usage : exitCodes.fault);
});
