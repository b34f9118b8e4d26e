/**
 * Writes the documents that are generated from the routes and the engine: docs/openapi.json, docs/errors.md, and docs/changesets.md with
 * its pictures. `npm run docs` runs it.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';

import { changesetsReference } from './changesets-reference.ts';
import { errorsReference } from './errors-reference.ts';
import { openApi } from './openapi.ts';
import { resources } from './resources.ts';

export const openApiText = (): string => `${JSON.stringify(openApi(resources), null, 2)}\n`;

if (import.meta.main) {
  const docs = new URL('../docs/', import.meta.url);
  await writeFile(new URL('openapi.json', docs), openApiText());
  await writeFile(new URL('errors.md', docs), errorsReference());
  await rm(new URL('changesets/', docs), { recursive: true, force: true });
  await mkdir(new URL('changesets/', docs));
  for (const [path, text] of await changesetsReference()) await writeFile(new URL(path, docs), text);
}
