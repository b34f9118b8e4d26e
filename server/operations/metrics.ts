/** metrics: what a node counts, in Prometheus's names and units. Nothing in a label names a user or a document. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Gauges = { readonly editors: () => number; readonly liveDocuments: () => number; readonly rooms: () => number };

export class Metrics {
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
    help: 'Editors that were sent away, by reason.',
    labelNames: ['reason'],
    registers: [this.#registry],
  });
  readonly #dropped = new Counter({
    name: 'atelier_doorbell_dropped_total',
    help: 'Messages on the doorbell that did not carry the right signature.',
    registers: [this.#registry],
  });

  constructor(gauges: Gauges) {
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge('atelier_editors', 'Open connections of editors.', gauges.editors);
    this.#gauge('atelier_live_documents', 'Documents with editors on this node.', gauges.liveDocuments);
    this.#gauge('atelier_rooms', 'Documents loaded on this node.', gauges.rooms);
  }

  called(method: string, status: number, seconds: number): void {
    this.#calls.observe({ method, status: String(status) }, seconds);
  }

  refused(reason: string): void {
    this.#refusals.inc({ reason });
  }

  droppedRing(): void {
    this.#dropped.inc();
  }

  async text(): Promise<{ readonly contentType: string; readonly text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(read()) });
  }
}
