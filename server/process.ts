/**
 * A node as a process: starts it from the environment and stops it on a signal, also on one that comes while it starts. An unexpected error ends the process: what was acknowledged is on disk, so a
 * restart is always safe.
 */
import process from 'node:process';

import { startNode } from './compose.ts';
import { exitMessage, exitCodes } from './operations/exit-message.ts';
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
  process.on('uncaughtException', (error) => fault(error, 'uncaught exception'));
  process.on('unhandledRejection', (error) => fault(error, 'unhandled rejection'));

  const started = startNode({
    config,
    log,
    onBroken: (error) => fault(error, 'the disk failed: only a restart is safe'),
    onFirstStart: say,
  });
  let isStopping = false;
  const stop = (signal: string): void => {
    // A second signal, as npm and process groups send it, must not end the drain.
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    // The process ends in time even if something hangs: what was acknowledged is in the journal.
    setTimeout(() => process.exit(exitCodes.done), config.shutdownMs).unref();
    started
      .then((node) => node.stop())
      .then(
        () => process.exit(exitCodes.done),
        (error: unknown) => fault(error, 'stopping failed'),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const node = await started;
  log.info({ url: node.url, storage: node.storage.dialect }, 'ready');
}

main().catch((error: unknown) => {
  const { text, exitCode } = exitMessage(error);
  process.stderr.write(text);
  process.exit(exitCode);
});
