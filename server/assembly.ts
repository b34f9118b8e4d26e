/**
 * Assembles the parts of one node: rooms, editors, event streams, application. The connection to peers and the reporting are passed in, by
 * compose.ts for a process and by the simulator for several nodes in one process.
 */
import type { IncomingMessage } from 'node:http';

import { limits } from '#schema/limits.ts';
import { AccessWatch } from '#server/access/access-watch.ts';
import { LinkSeals } from '#server/access/link-seals.ts';
import { type Application, createApplication } from '#server/app/app.ts';
import { createChangesets } from '#server/app/changesets.ts';
import type { AppContext } from '#server/app/context.ts';
import { createEvents } from '#server/app/events.ts';
import { createHistory } from '#server/app/history.ts';
import { createIllustrations } from '#server/app/illustrations.ts';
import { createPresence } from '#server/app/presence.ts';
import type { ProposalChange } from '#server/app/proposal-view.ts';
import { createTabs } from '#server/app/tabs.ts';
import { allEditors } from '#server/cluster/all-editors.ts';
import type { PeerHandlers, Peers } from '#server/cluster/peers.ts';
import { type CallerBudgets, unlimitedBudgets } from '#server/budgets/caller-budgets.ts';
import { CopyPool } from '#server/copies/copy-pool.ts';
import { EventStreams, type EventStreamsOptions } from '#server/events/event-streams.ts';
import { ImageAccess } from '#server/images/image-access.ts';
import { type ConnectionLimits, unlimitedConnections } from '#server/live/connection-budget.ts';
import { InboxWaits } from '#server/inbox/inbox-waits.ts';
import { Lapses } from '#server/inbox/lapses.ts';
import type { TaskEventChange } from '#server/inbox/task-event.ts';
import { LiveServer } from '#server/live/live-server.ts';
import { createPublishedBoards } from '#server/published/published-boards.ts';
import { Publications } from '#server/published/publications.ts';
import { ReaderCounts } from '#server/published/reader-counts.ts';
import { type ReaderLimits, unlimitedReaders } from '#server/published/reader-budget.ts';
import { ReaderSockets, type ReaderSocketsOptions } from '#server/published/reader-sockets.ts';
import { Painter } from '#server/pictures/painter.ts';
import type { ForeignFont } from '#server/pictures/foreign-fonts.ts';
import { Planner } from '#server/planner/planner.ts';
import { DocumentRooms } from '#server/rooms/rooms.ts';
import type { RoomsOptions } from '#server/rooms/rooms-options.ts';
import { SearchIndexer, type SearchIndexerOptions } from '#server/search/search-indexer.ts';
import { WebhookSender, type WebhookSenderOptions } from '#server/webhooks/webhook-sender.ts';
import { type BlobStore, openBlobs } from '#storage/blobs/blobs.ts';
import type { SearchStorage } from '#storage/search/open-search.ts';
import type { Storage } from '#storage/storage.ts';

export type AssemblyOptions = Pick<AppContext, 'gallery' | 'outbound' | 'sealKey' | 'issuer' | 'publicUrl' | 'now'> & {
  readonly storage: Storage;
  readonly search: SearchStorage;
  /** What secrets may have been sealed with before `sealKey`. */
  readonly earlierSealKeys?: readonly Uint8Array[];
  /** Shared by all nodes of the installation. */
  readonly key: string;
  /** Where uploaded images are stored. */
  readonly blobs: BlobStore;
  readonly fonts: readonly ForeignFont[];
  readonly log: RoomsOptions['log'];
  /** True for an Origin whose pages may open editors on this node. */
  readonly mayConnect: (origin: string, request: IncomingMessage) => boolean;
  /** Connects to the other nodes; called once. */
  readonly connect: (handlers: PeerHandlers) => Peers;
  /** Called when an editor was refused. */
  readonly onRefused: (reason: string) => void;
  readonly onStreamEnded: NonNullable<EventStreamsOptions['onEnd']>;
  /** Called when a document is no longer served because the database is older than a state that this node has seen. */
  readonly onRegressed?: () => void;
  /** Called with the outcome of each attempt to send an event to a webhook. */
  readonly onWebhook?: NonNullable<WebhookSenderOptions['onAttempt']>;
  readonly onSearchReset?: NonNullable<SearchIndexerOptions['onReset']>;
  /** Called with each change of a task that this node committed. */
  readonly onTask?: (change: TaskEventChange) => void;
  /** Called with each change of a proposal that this node committed. */
  readonly onProposal?: (change: ProposalChange) => void;
  readonly tuning?: NonNullable<RoomsOptions['tuning']>;
  readonly pastDays?: number;
  /** Default: none. */
  readonly connectionLimits?: ConnectionLimits;
  /** Default: none. */
  readonly readerLimits?: ReaderLimits;
  readonly onReaderEnded?: NonNullable<ReaderSocketsOptions['onEnd']>;
  /** Default: without limits. */
  readonly accounts?: CallerBudgets;
};

export type Assembly = {
  readonly context: AppContext;
  readonly app: Application;
  readonly rooms: DocumentRooms;
  readonly live: LiveServer;
  readonly events: EventStreams;
  readonly publications: Publications;
  readonly readers: ReaderSockets;
  readonly readerCounts: ReaderCounts;
  readonly watch: AccessWatch;
  readonly inboxWaits: InboxWaits;
  readonly lapses: Lapses;
  readonly planner: Planner;
  readonly painter: Painter;
  readonly peers: Peers;
  /** Reads new journal rows of all open documents. Never throws. */
  poll(): void;
};

/** Throws what storage throws. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { storage, key, now, log } = options;
  const wakeEvents = (documentId: string): void => {
    void events.wake(documentId);
    publications.wake(documentId);
  };
  const inboxWaits = new InboxWaits({ db: storage.db, now, log });
  const onAccess = (documentId: string): void => {
    wakeEvents(documentId);
    void inboxWaits.wake();
    live.agentsChanged(documentId);
    void watch.poll();
  };
  const webhookSender = new WebhookSender({
    storage,
    outbound: options.outbound,
    key: options.sealKey,
    now,
    log,
    ...(options.onWebhook !== undefined && { onAttempt: options.onWebhook }),
  });
  const searchIndexer = new SearchIndexer({
    storage,
    search: options.search,
    now,
    log,
    ...(options.onSearchReset !== undefined && { onReset: options.onSearchReset }),
  });
  const rooms: DocumentRooms = new DocumentRooms({
    storage,
    now,
    log,
    notifyNodes: (documentId, seq) => {
      wakeEvents(documentId);
      webhookSender.noteEvent();
      if (seq !== null) searchIndexer.noteWrite(documentId);
      peers.notify(documentId, seq);
    },
    ...(options.onRegressed !== undefined && { onRegressed: options.onRegressed }),
    onStranded: (documentId, reason) => live.strand(documentId, reason),
    onAccessChanged: (documentId) => {
      onAccess(documentId);
      webhookSender.noteEvent();
      peers.accessChanged(documentId);
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
    connectionLimits: options.connectionLimits ?? unlimitedConnections,
    accounts: options.accounts ?? unlimitedBudgets(),
    remote: {
      opened: (documentId) => peers.opened(documentId),
      closed: (documentId) => peers.closed(documentId),
      publish: (documentId, client) => peers.publish(documentId, client),
      ownerOf: (documentId, client) => peers.ownerOf(documentId, client),
    },
  });
  const events = new EventStreams({ db: storage.db, secret: key, now, log, watch, onEnd: options.onStreamEnded });
  const linkSeals = new LinkSeals({ storage, now, log, key: options.sealKey, earlierKeys: options.earlierSealKeys ?? [] });
  const readerLimits = options.readerLimits ?? unlimitedReaders;
  const publications: Publications = new Publications({
    storage,
    rooms,
    linkSeals,
    watch,
    now,
    log,
    perLink: readerLimits.perLink,
  });
  const readers = new ReaderSockets({
    publications,
    limits: readerLimits,
    trustProxy: options.connectionLimits?.trustProxy ?? false,
    now,
    log,
    ...(options.onReaderEnded !== undefined && { onEnd: options.onReaderEnded }),
  });
  const readerCounts = new ReaderCounts({ storage, publications, now, log });
  const poll = (): void =>
    void rooms.poll().catch((error: unknown) => log.warn({ err: error }, 'the journal could not be polled'));
  const peers = options.connect({
    onJournal: (documentId, seq) => {
      rooms.onRemoteWrite(documentId, seq);
      wakeEvents(documentId);
    },
    onEvents: (documentId) => {
      wakeEvents(documentId);
      void inboxWaits.wake();
      live.agentsChanged(documentId);
    },
    onAccess,
    onReconnect: () => {
      poll();
      void events.poll();
      void publications.poll();
      void inboxWaits.wake();
      void watch.poll();
    },
    onAgents: (documentId) => live.agentsChanged(documentId),
    editors: live.shared,
  });

  const tasksChanged = (documentId: string, change: TaskEventChange): void => {
    void inboxWaits.wake();
    peers.notify(documentId, null);
    options.onTask?.(change);
  };
  const lapses = new Lapses({
    db: storage.db,
    rooms,
    now,
    log,
    onLapsed: (documentId) => tasksChanged(documentId, 'lapsed'),
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
    pastDays: options.pastDays ?? limits.pastDays,
    outbound: options.outbound,
    sealKey: options.sealKey,
    earlierSealKeys: options.earlierSealKeys ?? [],
    linkSeals,
    readersOf: (linkIds) => readerCounts.of(linkIds),
    webhookSender,
    searchIndexer,
    issuer: options.issuer,
    credentialsChanged: () => {
      void watch.poll();
      void inboxWaits.wake();
      peers.accessChanged('');
    },
    publicUrl: options.publicUrl,
    agentsChanged: (documentId) => {
      live.agentsChanged(documentId);
      webhookSender.noteEvent();
      peers.agentsChanged(documentId);
    },
    inboxWaits,
    tasksChanged,
    proposalChanged: (change) => options.onProposal?.(change),
    now,
  };
  const { editorsOf, holdersOf, selectionOf } = allEditors(live, peers);
  const app = createApplication(context, {
    tabs: createTabs(context),
    changesets: createChangesets(context, selectionOf, holdersOf),
    history: createHistory(context, holdersOf),
    illustrations: createIllustrations(context, holdersOf),
    events: createEvents(context, events, watch),
    presence: createPresence(context, editorsOf),
    published: createPublishedBoards(context),
  });
  return {
    context,
    app,
    rooms,
    live,
    events,
    publications,
    readers,
    readerCounts,
    watch,
    inboxWaits,
    lapses,
    planner,
    painter,
    peers,
    poll,
  };
}
