#!/usr/bin/env node
/** The entry of the command line: of the sources in a clone, of the JavaScript in a package. An older Node hands over to the clone's. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const isClone = existsSync(at('./process.ts'));
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 24 || (major === 24 && minor >= 12)) {
  module.enableCompileCache?.(at(isClone ? '../../node_modules/.cache/compiled' : '../../built/node_modules/.cache/compiled'));
  await import(isClone ? './process.ts' : '../../built/clients/cli/process.js');
} else {
  const own = at('../../node_modules/.bin/node');
  if (!existsSync(own)) {
    process.stderr.write(`Atelier needs Node 24.12 or newer; this is ${process.version}.\n`);
    process.exit(2);
  }
  const child = spawn(own, [at('./atelier.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => (signal === null ? process.exit(code ?? 1) : process.kill(process.pid, signal)));
}
