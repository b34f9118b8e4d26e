/** The entry of a node. Compiled modules are kept in the installation, which halves the time of a start. */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('./process.ts');
