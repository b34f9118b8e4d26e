/** blob-place: where the bytes of a hash lie under the folder of the blobs. */
import { join } from 'node:path';

export const blobPlace = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash);
