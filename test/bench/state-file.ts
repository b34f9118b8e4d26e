/** A document's state as a file, from which a baseline starts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '../harness/temporary-folder.ts';

export function stateFile(state: Uint8Array): { readonly path: string; remove(): void } {
  const folder = temporaryFolder('bench');
  const path = join(folder.path, 'state');
  writeFileSync(path, state);
  return { path, remove: () => folder.remove() };
}
