/**
 * installed-icons: the icons of the package `lucide-static`, read when the first of them is needed and kept. What the product ships has
 * these two files of it (clients/package/build.ts): the package itself has 67 MB of fonts and pictures.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { type IconNodes, IconSet, type IconTags } from '#core/icons/icon-set.ts';

const { resolve } = createRequire(import.meta.url);

/** Throws if the file is missing, that is, if the installation is broken. */
const read = (file: string): unknown => JSON.parse(readFileSync(resolve(`#lucide/${file}`), 'utf8'));

function once<T>(load: () => T): () => T {
  let loaded: T | null = null;
  return () => (loaded ??= load());
}

/** One set for all callers of a thread. */
export const installedIcons: () => IconSet = once(
  () =>
    new IconSet({
      nodes: once(() => read('icon-nodes.json') as IconNodes),
      tags: once(() => read('tags.json') as IconTags),
    }),
);
