/** Writes types.ts. Run by `npm run docs`, which formats it. */
import { writeFileSync } from 'node:fs';

import { apiTypes } from './api-types.ts';

writeFileSync(new URL('types.ts', import.meta.url), apiTypes());
