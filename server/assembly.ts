/**
 * assembly: the parts of one node between its storage and its doors, put together: rooms, editors, streams, application.
 *
 * What listens, what reaches other nodes, and what the process reports is given in: compose.ts does that for a process,
 * and the simulator for nodes of one process.
 */
import type { IncomingMessage } from 'node:http';

import { AccessWatch } from '#server/access/access-watch.ts';
import { type Application, createApplication } from '#server/app/app.ts';
import { createChangesets } from '#server/app/changesets.ts';
import type { AppContext } from '#server/app/context.ts';
import { createEvents } from '#server/app/events.ts';
import { createHistory } from '#server/app/history.ts';
import { createIllustrations } from '#server/app/illustrations.ts';
import { createPresence } from '#server/app/presence.ts';
import { createTabs } from '#server/app/tabs.ts';
import { allEditors } from '#server/cluster/all-editors.ts';
import type { PeerHandlers, Peers } from '#server/cluster/peers.ts';
import { CopyPool } from '#server/copies/copy-pool.ts';
import { EventStreams, type EventStreamsOptions } from '#server/events/event-streams.ts';
import { ImageAccess } from '#server/images/image-access.ts';
import { LiveServer } from '#server/live/live-server.ts';
import { Painter } from '#server/pictures/painter.ts';
import type { ForeignFont } from '#server/pictures/foreign-fonts.ts';
import { Planner } from '#server/planner/planner.ts';
import { DocumentRooms, type RoomsOptions } from '#server/rooms/rooms.ts';
import { type BlobStore, openBlobs } from '#storage/blobs/blobs.ts';
import type { Storage } from '#storage/storage.ts';

export type AssemblyOptions = Pick<AppContext, 'gallery' | 'publicUrl' | 'now'> & {
  readonly storage: Storage;
  /** Shared by all nodes of the installation. */
  readonly key: string;
  /** Where uploaded images are kept. */
  readonly blobs: BlobStore;
  readonly fonts: readonly ForeignFont[];
  readonly log: RoomsOptions['log'];
  /** True for an Origin header whose pages may open editors here. */
  readonly mayConnect: (origin: string, request: IncomingMessage) => boolean;
  /** Reaches the other nodes; called once. */
  readonly connect: (hearing: PeerHandlers) => Peers;
  /** An editor was sent away; an event stream has ended. */
  readonly onRefused: (reason: string) => void;
  readonly onStreamEnded: NonNullable<EventStreamsOptions['onEnd']>;
  /** A document is not served any more, since the database is older than what was seen of it. */
  readonly onRegressed?: () => void;
  readonly tuning?: NonNullable<RoomsOptions['tuning']>;
};

export type Assembly = {
  readonly context: AppContext;
  readonly app: Application;
  readonly rooms: DocumentRooms;
  readonly live: LiveServer;
  readonly events: EventStreams;
  readonly watch: AccessWatch;
  readonly planner: Planner;
  readonly painter: Painter;
  readonly neighbours: Peers;
  /** Looks where the journals of all open documents stand. Never throws. */
  poll(): void;
};

/** Throws as storage does. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { storage, key, now, log } = options;
  const eventsOf = (documentId: string): void => void events.wake(documentId);
  const accessOf = (documentId: string): void => {
    eventsOf(documentId);
    live.agentsChanged(documentId);
    void watch.poll();
  };
  const rooms: DocumentRooms = new DocumentRooms({
    storage,
    now,
    log,
    ring: (documentId, seq) => {
      eventsOf(documentId);
      neighbours.ring(documentId, seq);
    },
    ...(options.onRegressed !== undefined && { onRegressed: options.onRegressed }),
    onStranded: (documentId, reason) => live.strand(documentId, reason),
    onAccessChanged: (documentId) => {
      accessOf(documentId);
      neighbours.accessChanged(documentId);
    },
    ...(options.tuning !== undefined && { tuning: options.tuning }),
  });
  const watch = new AccessWatch({ db: storage.db, now, log });
  await watch.start();
  const live: LiveServer = new LiveServer({
    rooms,
    storage,
    now,
    log,
    mayConnect: options.mayConnect,
    onRefused: options.onRefused,
    key,
    watch,
    elsewhere: {
      opened: (documentId) => neighbours.opened(documentId),
      closed: (documentId) => neighbours.closed(documentId),
      publish: (documentId, client) => neighbours.publish(documentId, client),
      ownerOf: (documentId, client) => neighbours.ownerOf(documentId, client),
    },
  });
  const events = new EventStreams({ db: storage.db, secret: key, now, log, watch, onEnd: options.onStreamEnded });
  const poll = (): void =>
    void rooms.poll().catch((error: unknown) => log.warn({ err: error }, 'the journal could not be polled'));
  const neighbours = options.connect({
    onJournal: (documentId, seq) => {
      rooms.hear(documentId, seq);
      eventsOf(documentId);
    },
    onEvents: (documentId) => {
      eventsOf(documentId);
      live.agentsChanged(documentId);
    },
    onAccess: accessOf,
    onReconnect: () => {
      poll();
      void events.poll();
      void watch.poll();
    },
    onAgents: (documentId) => live.agentsChanged(documentId),
    editors: live.shared,
  });

  const planner = new Planner();
  const painter = new Painter({
    onFault: (error) => log.error({ err: error }, 'a picture could not be drawn'),
    foreign: options.fonts,
  });
  const context: AppContext = {
    storage,
    rooms,
    planner,
    painter,
    copier: new CopyPool(),
    blobs: await openBlobs(storage, options.blobs),
    imageAccess: new ImageAccess({ storage, rooms, now }),
    gallery: options.gallery,
    publicUrl: options.publicUrl,
    agentsChanged: (documentId) => {
      live.agentsChanged(documentId);
      neighbours.agentsChanged(documentId);
    },
    now,
  };
  const { editorsOf, holdersOf, selectionOf } = allEditors(live, neighbours);
  const app = createApplication(context, {
    tabs: createTabs(context),
    changesets: createChangesets(context, selectionOf, holdersOf),
    history: createHistory(context, holdersOf),
    illustrations: createIllustrations(context, holdersOf),
    events: createEvents(context, events, watch),
    presence: createPresence(context, editorsOf),
  });
  return { context, app, rooms, live, events, watch, planner, painter, neighbours, poll };
}
