/** The icons of the installed package. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { IconSet } from './icon-set.ts';

const { resolve } = createRequire(import.meta.url);
const read = (file: string) => JSON.parse(readFileSync(resolve(`lucide-static/${file}`), 'utf8'));
const [nodes, tags] = [read('icon-nodes.json'), read('tags.json')];

export const icons = new IconSet({ nodes: () => nodes, tags: () => tags });
