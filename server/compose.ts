/** Starts one node as a process and stops it in the right order. A node can serve without Redis, but not without its database. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createHttpHandler } from '#clients/mcp/http-handler.ts';
import { createHttpServer } from '#rest/http-server.ts';
import { apiRoot } from '#rest/problem-answer.ts';
import { openIdReturnPath } from '#rest/openid.ts';
import { createRest } from '#rest/rest.ts';
import { isHeld } from '#rest/stream-answer.ts';
import type { Application } from '#server/app/app.ts';
import { CallerBudgets } from '#server/budgets/caller-budgets.ts';
import { noPeers, redisPeers } from '#server/cluster/peers.ts';
import { OpenId } from '#server/access/openid.ts';
import { localLimiter, SharedLimiters } from '#server/cluster/shared-limiters.ts';
import { sweepImages } from '#server/images/sweep-images.ts';
import type { LiveServer } from '#server/live/live-server.ts';
import type { Config } from '#server/operations/config.ts';
import { welcome } from '#server/operations/first-start.ts';
import type { Log } from '#server/operations/log.ts';
import { IdleCollection } from '#server/operations/idle-collection.ts';
import { LoopLatency } from '#server/operations/loop-latency.ts';
import { ServerMetrics } from '#server/operations/metrics.ts';
import { secretKeysFor } from '#server/operations/secret-key.ts';
import { Sweeper } from '#server/operations/sweeper.ts';
import { Verifier } from '#server/operations/verifier.ts';
import { Outbound } from '#server/outbound/outbound.ts';
import { readForeignFonts } from '#server/pictures/foreign-fonts.ts';
import type { DocumentRooms } from '#server/rooms/rooms.ts';
import { putSetting } from '#storage/settings.ts';
import { openSearch } from '#storage/search/open-search.ts';
import { lockDataDir } from '#storage/sqlite/lock-data-dir.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { type Assembly, assemble } from './assembly.ts';
import { listenForUpgrades } from './upgrades.ts';
import { listen, mayConnect, ownUrlOf, urlOf } from './listening.ts';

export type ServerNode = {
  readonly app: Application;
  readonly storage: Storage;
  readonly rooms: DocumentRooms;
  readonly live: LiveServer;
  /** Scheme, host and port that it listens on. */
  readonly url: string;
  stop(): Promise<void>;
};

export type NodeOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly now?: () => number;
  /** Called when the node can no longer trust its disk: the process must be restarted. */
  readonly onBroken: (error: Error) => void;
  /** Called on an empty installation, in pieces, with what a person needs to begin; null: create no first account. */
  readonly onFirstStart: ((text: string) => void) | null;
};

const pollMs = 1_500;
const tokenUsesMs = 60_000;

/** Opens the storage, starts listening, and resolves when the node is ready. */
export async function startNode({ config, log, now = Date.now, onBroken, onFirstStart }: NodeOptions): Promise<ServerNode> {
  const lock = 'dataDir' in config.storage ? lockDataDir(config.storage.dataDir) : null;
  const storage = await openStorage({
    ...config.storage,
    onBroken,
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  });
  const key = await storage.transact((tx) => putSetting(tx, 'cluster_key', randomBytes(32).toString('base64url')));

  const { redisUrl: url } = config;
  const metrics: ServerMetrics = new ServerMetrics({
    editors: () => live.connections,
    remoteEditors: () => peers.remoteEditors,
    liveDocuments: () => live.documents,
    rooms: () => rooms.loaded,
    documentMemory: () => rooms.memory,
    eventStreams: () => events.size,
    eventsSent: () => events.sent,
    waitingInboxes: () => inboxWaits.size,
    publishedReaders: () => readers.size,
    publishedMessages: () => publications.sent,
    unindexedDocuments: () => context.searchIndexer.waiting,
    lateMs: () => latency.ms,
    callersLoopMs: () => accounts.loopMs,
  });
  const accounts: CallerBudgets = new CallerBudgets(
    { loop: config.loopPercent, bytes: config.bytesPerSecond },
    () => performance.now(),
    (budget, holder) => metrics.usedUp(budget, holder),
  );
  const onDropped = {
    onDroppedNotification: () => metrics.droppedNotification(),
    onDroppedPresence: () => metrics.droppedPresence(),
  };
  const onSkipped = (file: string, reason: string): void => log.warn({ file, reason }, 'a font was skipped');
  const fallbackOrigin = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
  const secretKeys = await secretKeysFor({ config, storage, clusterKey: key, log });
  const parts: Assembly = await assemble({
    storage,
    search: openSearch(storage, 'dataDir' in config.storage ? config.storage.dataDir : null),
    key,
    now,
    log,
    blobs: config.blobs,
    gallery: config.gallery,
    pastDays: config.pastDays,
    outbound: new Outbound(config.outboundAllow),
    sealKey: secretKeys.key,
    earlierSealKeys: secretKeys.earlier,
    issuer: config.publicUrl,
    publicUrl: config.publicUrl ?? fallbackOrigin,
    fonts: config.fontDir === null ? [] : await readForeignFonts(config.fontDir, onSkipped),
    mayConnect: (origin, request) => mayConnect(config, origin, request),
    connect: (handlers) => (url === null ? noPeers() : redisPeers({ url, key, log, ...onDropped }, handlers)),
    onRefused: (reason) => metrics.refused(reason),
    onRegressed: () => metrics.regressed(),
    onTask: (change) => metrics.changedTask(change),
    onProposal: (change) => metrics.changedProposal(change),
    onWebhook: (outcome) => metrics.sentWebhook(outcome),
    onSearchReset: () => metrics.resetSearch(),
    onStreamEnded: (why) => metrics.streamEnded(why),
    onReaderEnded: (why) => metrics.readerEnded(why),
    readerLimits: config.readers,
    connectionLimits: { sockets: config.editors, documents: config.documents, trustProxy: config.trustProxy },
    accounts,
    ...(config.documentMemory !== null && { tuning: { memoryBytes: config.documentMemory } }),
  });
  const {
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
  } = parts;

  const latency = new LoopLatency(performance.now());
  latency.start(() => performance.now());
  const idleCollection = new IdleCollection();
  idleCollection.start();
  const limiters = url === null ? null : new SharedLimiters(url, key);
  let isDraining = false;
  const ending = new AbortController();
  const rest = createRest({
    app,
    log,
    publicUrl: config.publicUrl,
    fallbackOrigin,
    openId: config.openId === null ? null : new OpenId(config.openId, `${config.publicUrl ?? fallbackOrigin}${openIdReturnPath}`),
    rateLimit: config.rateLimit ?? 'off',
    newLimiter: limiters?.newLimiter ?? localLimiter,
    accounts,
    trustProxy: config.trustProxy,
    embedOrigins: config.embedOrigins,
    isDraining: () => isDraining,
    overload: () => (config.overloadMs === null ? 0 : latency.ms / config.overloadMs),
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
      metricsToken: config.metricsToken,
      readiness: async () => {
        if (isDraining) return { ready: false, checks: { server: 'stopping' } };
        const database = await storage.ping().then(
          () => 'ok',
          () => 'unreachable',
        );
        const redis = peers.connected === null ? {} : { redis: peers.connected ? 'ok' : 'unreachable' };
        return { ready: database === 'ok', checks: { storage: database, ...redis } };
      },
    },
  });
  const server = createHttpServer(timed(rest, metrics), fallbackOrigin);
  listenForUpgrades(server, [live.upgrades, readers.upgrades]);
  const listeningUrl = urlOf(await listen(server, config));

  // With SQLite this process is the only writer, so there is nothing to poll for.
  const pollTimer = storage.dialect === 'postgres' ? setInterval(() => parts.poll(), pollMs) : null;
  if (storage.dialect === 'postgres') publications.start();
  readerCounts.start();
  context.webhookSender.start();
  context.linkSeals.start();
  context.searchIndexer.start();
  lapses.start();
  const sweeper = new Sweeper({ storage, now, log, pastDays: config.pastDays, images: (before) => sweepImages(context, before) });
  const verifier = new Verifier({ storage, now, log, onDamaged: (rows) => metrics.damagedRows(rows) });
  verifier.start();
  const writeUses = (): Promise<void> =>
    app
      .writeUses()
      .catch((error: unknown) => log.warn({ err: error }, 'the last uses of tokens and sessions could not be written'));
  const tokenUsesTimer = setInterval(() => void writeUses(), tokenUsesMs);
  tokenUsesTimer.unref();

  if (onFirstStart !== null) await welcome({ app, storage, now, url: config.publicUrl ?? listeningUrl, print: onFirstStart });

  let stopping: Promise<void> | null = null;
  /** Readiness turns false, editors are sent to other nodes, running calls end and pending edits are journaled, each within its share of the budget. */
  const stop = async (): Promise<void> => {
    isDraining = true;
    ending.abort();
    if (pollTimer !== null) clearInterval(pollTimer);
    sweeper.stop();
    context.linkSeals.stop();
    verifier.stop();
    latency.stop();
    idleCollection.stop();
    clearInterval(tokenUsesTimer);
    const budgetMs = config.shutdownMs;
    events.close();
    inboxWaits.close();
    lapses.close();
    watch.close();
    // The server listens until everything is written: new calls are refused, and readiness is false.
    const drainMs = Math.min(1_000, budgetMs / 5);
    await Promise.all([live.drain(drainMs), readers.drain(drainMs)]);
    publications.stop();
    await rooms.flushAll(budgetMs / 2);
    await within(
      Promise.all([writeUses(), readerCounts.stop(), context.webhookSender.close(), context.searchIndexer.close()]),
      budgetMs / 10,
    );
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await within(closed, budgetMs / 5);
    clearInterval(idle);
    server.closeAllConnections();
    rooms.close();
    await within(Promise.all([planner.close(), painter.close()]), budgetMs / 10);
    peers.close();
    limiters?.close();
    await within(storage.close(), budgetMs / 10);
    lock?.release();
  };
  return { app, storage, rooms, live, url: listeningUrl, stop: () => (stopping ??= stop()) };
}

function timed(listener: RequestListener, metrics: ServerMetrics): RequestListener {
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const startedAt = performance.now();
    response.once('finish', () => {
      if (isHeld(response)) return;
      metrics.called(request.method ?? '', response.statusCode, (performance.now() - startedAt) / 1_000);
    });
    listener(request, response);
  };
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => undefined), deadline]);
  clearTimeout(timer);
}
