/**
 * compose: one node, put together from its parts, and taken apart in the right order.
 *
 * N1  A node serves without Redis; it needs its database.
 * N2  Stopping: readiness says no, editors are told to reconnect elsewhere, calls under way end, what is pending is
 *     journalled, and after the deadline the node ends whatever is missing.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createHttpHandler } from '#clients/mcp/http-handler.ts';
import { createHttpServer } from '#rest/http-server.ts';
import { apiRoot } from '#rest/problem-answer.ts';
import { createRest } from '#rest/rest.ts';
import { isStream } from '#rest/stream-answer.ts';
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
import { Doorbell } from '#server/cluster/doorbell.ts';
import { PresenceBus } from '#server/cluster/presence-bus.ts';
import { localLimiter, SharedLimiters } from '#server/cluster/shared-limiters.ts';
import { EventStreams } from '#server/events/event-streams.ts';
import { LiveServer } from '#server/live/live-server.ts';
import { Copier } from '#server/copies/copier.ts';
import { sweepImages } from '#server/images/sweep-images.ts';
import { ImageAccess } from '#server/images/image-access.ts';
import type { Config } from '#server/operations/config.ts';
import { welcome } from '#server/operations/first-start.ts';
import type { Log } from '#server/operations/log.ts';
import { Metrics } from '#server/operations/metrics.ts';
import { readForeignFonts } from '#server/pictures/foreign-fonts.ts';
import { Painter } from '#server/pictures/painter.ts';
import { Sweeper } from '#server/operations/sweeper.ts';
import { Planner } from '#server/planner/planner.ts';
import { DocumentRooms } from '#server/rooms/rooms.ts';
import { openBlobs } from '#storage/blobs/blobs.ts';
import { putSetting } from '#storage/settings.ts';
import { lockDataDir } from '#storage/sqlite/lock-data-dir.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

export type Node = {
  readonly app: Application;
  readonly storage: Storage;
  readonly rooms: DocumentRooms;
  readonly live: LiveServer;
  /** Scheme, host and port that it listens at. */
  readonly url: string;
  stop(): Promise<void>;
};

export type NodeOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly now?: () => number;
  /** Told when the node can no longer trust its disk: the process must end and start anew from it. */
  readonly onBroken: (error: Error) => void;
  /** Told, on an empty installation, what a person needs to begin, in pieces; null: make no first account. */
  readonly onFirstStart: ((text: string) => void) | null;
};

const pollMs = 1_500;
const tokenUsesMs = 60_000;

/** Opens the storage, starts to listen, and resolves when the node is ready. */
export async function startNode({ config, log, now = Date.now, onBroken, onFirstStart }: NodeOptions): Promise<Node> {
  const lock = 'dataDir' in config.storage ? lockDataDir(config.storage.dataDir) : null;
  const storage = await openStorage({
    ...config.storage,
    onBroken,
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  });
  const clusterKey = await storage.transact((tx) => putSetting(tx, 'cluster_key', randomBytes(32).toString('base64url')));

  const rooms: DocumentRooms = new DocumentRooms({
    storage,
    now,
    log,
    ring: (documentId, seq) => {
      void events.wake(documentId);
      doorbell?.ring(documentId, seq);
    },
    onStranded: (documentId, reason) => live.strand(documentId, reason),
    onAccessChanged: (documentId) => {
      void events.wake(documentId);
      live.agentsChanged(documentId);
      void watch.poll();
      doorbell?.accessChanged(documentId);
    },
  });
  const watch = new AccessWatch({ db: storage.db, now, log });
  await watch.start();
  const live: LiveServer = new LiveServer({
    rooms,
    storage,
    now,
    log,
    mayConnect: (origin, request) => mayConnect(config, origin, request),
    onRefused: (reason) => metrics.refused(reason),
    key: clusterKey,
    watch,
    elsewhere: {
      opened: (documentId) => bus?.opened(documentId),
      closed: (documentId) => bus?.closed(documentId),
      changed: (documentId, client) => bus?.changed(documentId, client),
      ownerOf: (documentId, client) => bus?.ownerOf(documentId, client),
    },
  });
  const events: EventStreams = new EventStreams({
    db: storage.db,
    secret: clusterKey,
    now,
    log,
    watch,
    onEnd: (why) => metrics.streamEnded(why),
  });
  const metrics = new Metrics({
    editors: () => live.connections,
    remoteEditors: () => bus?.known ?? 0,
    liveDocuments: () => live.documents,
    rooms: () => rooms.loaded,
    eventStreams: () => events.size,
    eventsSent: () => events.sent,
  });
  const poll = (): void =>
    void rooms.poll().catch((error: unknown) => log.warn({ err: error }, 'the journal could not be polled'));
  const doorbell =
    config.redisUrl === null
      ? null
      : new Doorbell({
          url: config.redisUrl,
          key: clusterKey,
          log,
          onJournal: (documentId, seq) => {
            rooms.hear(documentId, seq);
            void events.wake(documentId);
          },
          onEvents: (documentId) => {
            void events.wake(documentId);
            live.agentsChanged(documentId);
          },
          onAccess: (documentId) => {
            void events.wake(documentId);
            live.agentsChanged(documentId);
            void watch.poll();
          },
          onReconnect: () => {
            poll();
            void events.poll();
            void watch.poll();
          },
          onDropped: () => metrics.droppedRing(),
        });

  const bus =
    config.redisUrl === null
      ? null
      : new PresenceBus({
          url: config.redisUrl,
          key: clusterKey,
          log,
          local: live.shared,
          onAgents: (documentId) => live.agentsChanged(documentId),
          onDropped: () => metrics.droppedPresence(),
        });

  const fallbackOrigin = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
  const planner = new Planner();
  const onSkipped = (file: string, reason: string): void => log.warn({ file, reason }, 'a font was left out');
  const painter = new Painter({
    onFault: (error) => log.error({ err: error }, 'a picture could not be drawn'),
    foreign: config.fontDir === null ? [] : await readForeignFonts(config.fontDir, onSkipped),
  });
  const context: AppContext = {
    storage,
    rooms,
    planner,
    painter,
    copier: new Copier(),
    blobs: await openBlobs(storage, config.blobFolder),
    imageAccess: new ImageAccess({ storage, rooms, now }),
    gallery: config.gallery,
    publicUrl: config.publicUrl ?? fallbackOrigin,
    agentsChanged: (documentId) => {
      live.agentsChanged(documentId);
      bus?.agentsChanged(documentId);
    },
    now,
  };
  const { editorsOf, holdersOf, selectionOf } = allEditors(live, bus);
  const app = createApplication(context, {
    tabs: createTabs(context),
    changesets: createChangesets(context, selectionOf, holdersOf),
    history: createHistory(context, holdersOf),
    illustrations: createIllustrations(context, holdersOf),
    events: createEvents(context, events, watch),
    presence: createPresence(context, editorsOf),
  });

  const limiters = config.redisUrl === null ? null : new SharedLimiters(config.redisUrl, clusterKey);
  let isDraining = false;
  const ending = new AbortController();
  const rest = createRest({
    app,
    log,
    publicUrl: config.publicUrl,
    fallbackOrigin,
    rateLimit: config.rateLimit ?? 'off',
    newLimiter: limiters?.newLimiter ?? localLimiter,
    trustProxy: config.trustProxy,
    isDraining: () => isDraining,
    toolServer: {
      serve: createHttpHandler({
        url: () => `${ownUrlOf(server.address() as AddressInfo)}${apiRoot}`,
        ending: ending.signal,
        onFault: (error, tool) => log.error({ err: error, tool }, 'a tool failed'),
      }),
      allowedHosts: config.allowedHosts,
      allowedOrigins: config.allowedOrigins,
    },
    operations: {
      metrics: () => metrics.text(),
      readiness: async () => {
        if (isDraining) return { ready: false, checks: { server: 'stopping' } };
        const database = await storage.ping().then(
          () => 'ok',
          () => 'unreachable',
        );
        const redis = doorbell === null ? {} : { redis: doorbell.connected ? 'ok' : 'unreachable' };
        return {
          ready: database === 'ok',
          checks: { storage: database, ...redis },
        };
      },
    },
  });
  const server = createHttpServer(timed(rest, metrics), fallbackOrigin);
  live.listen(server);
  await listen(server, config);
  const address = server.address() as AddressInfo;
  const url = urlOf(address);

  // One process alone has nobody to hear of: its journal moves by its own hand only.
  const pollTimer = storage.dialect === 'postgres' ? setInterval(poll, pollMs) : null;
  const sweeper = new Sweeper({ storage, now, log, images: (before) => sweepImages(context, before) });
  const writeTokenUses = (): Promise<void> =>
    app.writeTokenUses().catch((error: unknown) => log.warn({ err: error }, 'when tokens were last used could not be written'));
  const tokenUsesTimer = setInterval(() => void writeTokenUses(), tokenUsesMs);
  tokenUsesTimer.unref();

  if (onFirstStart !== null) await welcome({ app, storage, now, url: config.publicUrl ?? url, say: onFirstStart });

  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    isDraining = true;
    ending.abort();
    if (pollTimer !== null) clearInterval(pollTimer);
    sweeper.stop();
    clearInterval(tokenUsesTimer);
    const budgetMs = config.shutdownMs;
    events.close();
    watch.close();
    // Until all is written the door stays open: who comes is told to come back, and readiness says no.
    await live.drain(Math.min(1_000, budgetMs / 5));
    await rooms.flushAll(budgetMs / 2);
    await within(writeTokenUses(), budgetMs / 10);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await within(closed, budgetMs / 5);
    clearInterval(idle);
    server.closeAllConnections();
    rooms.close();
    await within(Promise.all([planner.close(), painter.close()]), budgetMs / 10);
    bus?.close();
    doorbell?.close();
    limiters?.close();
    await within(storage.close(), budgetMs / 10);
    lock?.release();
  };
  return { app, storage, rooms, live, url, stop: () => (stopping ??= stop()) };
}

/** The server's own pages, PUBLIC_URL's and those of ALLOWED_ORIGINS. */
function mayConnect({ publicUrl, allowedOrigins }: Config, origin: string, request: IncomingMessage): boolean {
  if (origin === publicUrl || allowedOrigins.includes(origin)) return true;
  const host = request.headers.host?.toLowerCase();
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Listening everywhere is no address to go to: this machine's own name is. */
function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** Where this very process is reached from within: the tool server calls the API of its own node. */
function ownUrlOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function timed(listener: RequestListener, metrics: Metrics): RequestListener {
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      if (isStream(response)) return;
      metrics.called(request.method ?? '', response.statusCode, (performance.now() - startedAt) / 1_000);
    });
    listener(request, response);
  };
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), deadline]);
  clearTimeout(timer);
}
