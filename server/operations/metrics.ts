/** The metrics of a node, in Prometheus's names and units. No label names a user or a document. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { HolderKind } from '#server/budgets/budget-holders.ts';
import type { BudgetName } from '#server/budgets/caller-budgets.ts';

export type Gauges = {
  readonly editors: () => number;
  /** Editors on other nodes. */
  readonly remoteEditors: () => number;
  readonly liveDocuments: () => number;
  readonly rooms: () => number;
  /** Bytes. */
  readonly documentMemory: () => number;
  readonly eventStreams: () => number;
  /** A total that only rises. */
  readonly eventsSent: () => number;
  readonly waitingInboxes: () => number;
  readonly publishedReaders: () => number;
  /** A total that only rises. */
  readonly publishedMessages: () => number;
  readonly unindexedDocuments: () => number;
  /** Median lateness of the event loop. */
  readonly lateMs: () => number;
  /** A total: the time that the event loop has worked for callers. */
  readonly callersLoopMs: () => number;
};

export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #calls = new Histogram({
    name: 'atelier_http_request_seconds',
    help: 'Time to answer calls, by method and status.',
    labelNames: ['method', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: 'atelier_editor_refusals_total',
    help: 'Editors that were refused, by reason.',
    labelNames: ['reason'],
    registers: [this.#registry],
  });
  readonly #usedUp = new Counter({
    name: 'atelier_budget_refusals_total',
    help: 'Calls and editors that were refused because a budget was used up, by budget and by what had used it up.',
    labelNames: ['budget', 'holder'],
    registers: [this.#registry],
  });

  readonly #dropped = new Counter({
    name: 'atelier_doorbell_dropped_total',
    help: 'Messages on the doorbell that were dropped: wrongly signed, or received before.',
    registers: [this.#registry],
  });

  readonly #regressions = new Counter({
    name: 'atelier_older_database_total',
    help: 'Documents that are no longer served because the database is older than a state seen before.',
    registers: [this.#registry],
  });

  readonly #damaged = new Gauge({
    name: 'atelier_damaged_rows',
    help: 'Damaged journal rows and snapshots that the last verification on this node has found.',
    registers: [this.#registry],
  });

  readonly #streamEnds = new Counter({
    name: 'atelier_event_streams_ended_total',
    help: 'Event streams that have ended, by reason.',
    labelNames: ['reason'],
    registers: [this.#registry],
  });

  readonly #readerEnds = new Counter({
    name: 'atelier_published_readers_ended_total',
    help: 'Readers of published boards whose connections have ended, by reason.',
    labelNames: ['reason'],
    registers: [this.#registry],
  });

  readonly #droppedPresence = new Counter({
    name: 'atelier_presence_dropped_total',
    help: 'Messages on the presence bus that were dropped: wrongly signed, or received before.',
    registers: [this.#registry],
  });

  readonly #webhooks = new Counter({
    name: 'atelier_webhook_attempts_total',
    help: 'Attempts to send an event to a webhook, by outcome: delivered, retried later, failed.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });

  readonly #tasks = new Counter({
    name: 'atelier_task_changes_total',
    help: 'Changes of tasks of agents: handed, claimed, updated, completed, lapsed (queued again or stale), withdrawn.',
    labelNames: ['change'],
    registers: [this.#registry],
  });

  readonly #proposals = new Counter({
    name: 'atelier_proposal_changes_total',
    help: 'Changes of proposals: made, accepted, rejected, withdrawn; those with a rejected part count as rejected.',
    labelNames: ['change'],
    registers: [this.#registry],
  });

  readonly #searchResets = new Counter({
    name: 'atelier_search_resets_total',
    help: 'Times that this node found the search index lost or damaged, and began to make it again.',
    registers: [this.#registry],
  });

  constructor(gauges: Gauges) {
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge('atelier_editors', 'Open connections of editors.', gauges.editors);
    this.#gauge(
      'atelier_remote_editors',
      'Open connections of editors on other nodes, as far as this node knows.',
      gauges.remoteEditors,
    );
    this.#gauge('atelier_live_documents', 'Documents with editors on this node.', gauges.liveDocuments);
    this.#gauge('atelier_rooms', 'Documents loaded on this node.', gauges.rooms);
    this.#gauge('atelier_document_memory_bytes', 'Estimated memory of loaded documents.', gauges.documentMemory);
    this.#gauge('atelier_event_streams', 'Event streams that are open on this node.', gauges.eventStreams);
    this.#gauge('atelier_published_readers', 'Readers of published boards on this node.', gauges.publishedReaders);
    this.#gauge('atelier_waiting_inboxes', 'Inboxes of agents that wait for a task on this node.', gauges.waitingInboxes);
    this.#gauge(
      'atelier_unindexed_documents',
      'Documents that this node is about to index for searches.',
      gauges.unindexedDocuments,
    );
    this.#gauge(
      'atelier_event_loop_late_seconds',
      'Median lateness of the event loop over the last seconds.',
      () => gauges.lateMs() / 1_000,
    );
    this.#total(
      'atelier_callers_loop_seconds_total',
      'Time that the event loop has worked for calls and messages of callers.',
      () => gauges.callersLoopMs() / 1_000,
    );
    this.#total('atelier_published_messages_total', 'Messages sent to readers of published boards.', gauges.publishedMessages);
    this.#total('atelier_events_sent_total', 'Events written to event streams.', gauges.eventsSent);
  }

  called(method: string, status: number, seconds: number): void {
    this.#calls.observe({ method, status: String(status) }, seconds);
  }

  refused(reason: string): void {
    this.#refusals.inc({ reason });
  }

  changedTask(change: string): void {
    this.#tasks.inc({ change });
  }

  changedProposal(change: string): void {
    this.#proposals.inc({ change });
  }

  usedUp(budget: BudgetName, holder: HolderKind): void {
    this.#usedUp.inc({ budget, holder });
  }

  sentWebhook(outcome: 'delivered' | 'retried' | 'failed'): void {
    this.#webhooks.inc({ outcome });
  }

  streamEnded(reason: string): void {
    this.#streamEnds.inc({ reason });
  }

  readerEnded(reason: string): void {
    this.#readerEnds.inc({ reason });
  }

  droppedPresence(): void {
    this.#droppedPresence.inc();
  }

  regressed(): void {
    this.#regressions.inc();
  }

  damagedRows(rows: number): void {
    this.#damaged.set(rows);
  }

  resetSearch(): void {
    this.#searchResets.inc();
  }

  droppedNotification(): void {
    this.#dropped.inc();
  }

  async text(): Promise<{ readonly contentType: string; readonly text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  /** A total that is read from its source when the metrics are collected. */
  #total(name: string, help: string, read: () => number): void {
    const collect = (): void => {
      total.reset();
      total.inc(read());
    };
    const total: Counter = new Counter({ name, help, registers: [this.#registry], collect });
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(read()) });
  }
}
