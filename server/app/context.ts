/**
 * context: what every part of the application stands on.
 */
import type { CopyPool } from '#server/copies/copy-pool.ts';
import type { ImageAccess } from '#server/images/image-access.ts';
import type { Painter } from '#server/pictures/painter.ts';
import type { Planner } from '#server/planner/planner.ts';
import type { Rooms } from '#server/rooms/port.ts';
import type { Blobs } from '#storage/blobs/blobs.ts';
import type { Storage } from '#storage/storage.ts';

export type AppContext = {
  readonly storage: Storage;
  readonly rooms: Rooms;
  readonly planner: Planner;
  readonly painter: Painter;
  readonly copier: CopyPool;
  readonly blobs: Blobs;
  readonly imageAccess: ImageAccess;
  /** What one person's gallery holds at most. */
  readonly gallery: { readonly images: number; readonly bytes: number };
  /** Scheme, host and port under which this server is known when a call does not say it: `http://127.0.0.1:4100`. */
  readonly publicUrl: string;
  /** Told after the commit that agents came to a document, left it, or changed what they say: nodes show it, on all of them. */
  readonly agentsChanged: (documentId: string) => void;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
};
