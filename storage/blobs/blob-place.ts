/** The path of a blob below the blob folder. */
import { join } from 'node:path';

export const blobPlace = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);
