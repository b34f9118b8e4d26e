/**
 * Generates a client with two third-party generators: `node test/openapi/generate.ts <description> <folder>`.
 *
 * Both use the compiler's API, which TypeScript 7 does not have: they get the last version that does.
 */
import { writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-with-api' : specifier, context),
});

const [description = '', folder = ''] = process.argv.slice(2);
const { createClient } = await import('@hey-api/openapi-ts');
const { default: openapiTypes, astToString } = await import('openapi-typescript');

await createClient({
  input: description,
  output: { path: join(folder, 'hey-api'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
});
await writeFile(join(folder, 'openapi-types.ts'), astToString(await openapiTypes(pathToFileURL(description))));
