#!/usr/bin/env node
/** The entry of the command line. An older Node hands over to the one of this installation. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

if (process.features.typescript) {
  module.enableCompileCache?.(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
  await import('./process.ts');
} else {
  const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
  if (!existsSync(own)) {
    process.stderr.write(`Atelier needs Node 24 or newer; this is ${process.version}.\n`);
    process.exit(2);
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => (signal === null ? process.exit(code ?? 1) : process.kill(process.pid, signal)));
}
