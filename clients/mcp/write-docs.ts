/** Writes the table of tools into docs/agents.md. Run by `npm run docs`. */
import { readFile, writeFile } from 'node:fs/promises';

import { withToolsTable } from './tools-table.ts';

const page = new URL('../../docs/agents.md', import.meta.url);
await writeFile(page, withToolsTable(await readFile(page, 'utf8')));
