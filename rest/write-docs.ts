/** write-docs: writes the documents that are derived from code to docs/: openapi.json, errors.md, changesets.md. Run by `npm run docs`. */
import { writeFile } from 'node:fs/promises';

import { changesetsReference } from './changesets-reference.ts';
import { errorsReference } from './errors-reference.ts';
import { openApi } from './openapi.ts';
import { resources } from './resources.ts';

export const openApiText = (): string => `${JSON.stringify(openApi(resources), null, 2)}\n`;

if (import.meta.main) {
  const docs = new URL('../docs/', import.meta.url);
  await writeFile(new URL('openapi.json', docs), openApiText());
  await writeFile(new URL('errors.md', docs), errorsReference());
  await writeFile(new URL('changesets.md', docs), await changesetsReference());
}
