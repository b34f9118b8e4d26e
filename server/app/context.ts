/** What all parts of the application depend on. */
import type { CopyPool } from '#server/copies/copy-pool.ts';
import type { LinkSeals } from '#server/access/link-seals.ts';
import type { ImageAccess } from '#server/images/image-access.ts';
import type { InboxWaits } from '#server/inbox/inbox-waits.ts';
import type { TaskEventChange } from '#server/inbox/task-event.ts';
import type { Outbound } from '#server/outbound/outbound.ts';
import type { Painter } from '#server/pictures/painter.ts';
import type { Planner } from '#server/planner/planner.ts';
import type { Rooms } from '#server/rooms/port.ts';
import type { SearchIndexer } from '#server/search/search-indexer.ts';
import type { WebhookSender } from '#server/webhooks/webhook-sender.ts';
import type { Blobs } from '#storage/blobs/blobs.ts';
import type { Storage } from '#storage/storage.ts';

import type { ProposalChange } from './proposal-view.ts';

export type AppContext = {
  readonly storage: Storage;
  readonly rooms: Rooms;
  readonly planner: Planner;
  readonly painter: Painter;
  readonly copier: CopyPool;
  readonly blobs: Blobs;
  readonly imageAccess: ImageAccess;
  /** The limits of one person's gallery. */
  readonly gallery: { readonly images: number; readonly bytes: number };
  /** How many days each moment of a document can be read. */
  readonly pastDays: number;
  readonly outbound: Outbound;
  readonly webhookSender: WebhookSender;
  readonly searchIndexer: SearchIndexer;
  /** Seals secrets that the server must be able to read again; 32 bytes, the same on all nodes. */
  readonly sealKey: Uint8Array;
  /** What secrets may have been sealed with before `sealKey`. */
  readonly earlierSealKeys?: readonly Uint8Array[];
  readonly linkSeals: LinkSeals;
  /** PUBLIC_URL, or null: the issuer of grants. */
  readonly issuer: string | null;
  /** Called after the commit if a token, a grant or a session has ended: all nodes check open connections. */
  readonly credentialsChanged: () => void;
  /** Scheme, host and port of this server, for calls that do not name them: `http://127.0.0.1:4100`. */
  readonly publicUrl: string;
  /** Called after the commit if the presence of agents in a document changed; all nodes show it. */
  readonly agentsChanged: (documentId: string) => void;
  readonly inboxWaits: InboxWaits;
  /** Called after the commit of a change of a task; inboxes that wait on any node are woken. */
  readonly tasksChanged: (documentId: string, change: TaskEventChange) => void;
  /** Called after the commit of a change of a proposal. */
  readonly proposalChanged: (change: ProposalChange) => void;
  /** By link id: the readers of published links now, on all nodes. */
  readonly readersOf: (linkIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
};
