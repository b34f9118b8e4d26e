/** Writes docs/cli.md. */
import { writeFileSync } from 'node:fs';

import { cliReference } from './reference.ts';

writeFileSync(new URL('../../docs/cli.md', import.meta.url), await cliReference());
