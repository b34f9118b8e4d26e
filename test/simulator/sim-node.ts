/**
 * One node of a history: the parts of a real one over its own view of the storage, without a process.
 *
 * A crash drops it: nothing is flushed or announced, its lines are cut, and its memory is not used again.
 */
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Document } from '@hocuspocus/server';

import { type Assembly, assemble } from '#server/assembly.ts';
import { sealKeyOf } from '#server/access/seal.ts';
import { Outbound } from '#server/outbound/outbound.ts';
import { listenForUpgrades } from '#server/upgrades.ts';
import { openSearch } from '#storage/search/open-search.ts';

import type { Chances } from './chances.ts';
import type { Doorbells } from './doorbells.ts';
import { type DuplexLine, newLine } from './line.ts';
import type { Scheduler } from './scheduler.ts';
import type { OpenedStorage, SimDatabase } from './sim-database.ts';

export type SimNodeOptions = {
  readonly name: string;
  readonly database: SimDatabase;
  readonly scheduler: Scheduler;
  readonly chances: Chances;
  readonly doorbells: Doorbells;
  /** Default: the clock. */
  readonly now?: () => number;
  /** Called for a log entry that no node may write, whatever its storage does. */
  readonly complain: (what: string) => void;
  /** Called if the node has to end because its disk failed. */
  readonly onBroken: (node: SimNode) => void;
  /** Breaks the node, for a control. */
  readonly tamper: (node: SimNode) => void;
};

export class SimNode {
  readonly name: string;
  readonly storage: OpenedStorage;
  readonly assembly: Assembly;
  /** The live document as its editors see it, if there is one. */
  live: Document | null = null;
  isDead = false;
  readonly #options: SimNodeOptions;
  readonly #server: Server = createServer();
  readonly #lines = new Set<DuplexLine>();

  private constructor(options: SimNodeOptions, storage: OpenedStorage, assembly: Assembly) {
    this.name = options.name;
    this.storage = storage;
    this.assembly = assembly;
    this.#options = options;
    listenForUpgrades(this.#server, [assembly.live.upgrades]);
    const { rooms } = assembly;
    const attach = rooms.attach.bind(rooms);
    rooms.attach = (documentId, document, seq) => {
      this.live = document;
      document.once('destroy', () => {
        if (this.live === document) this.live = null;
      });
      return attach(documentId, document, seq);
    };
  }

  /** Starts without faults of its storage. */
  static async start(options: SimNodeOptions): Promise<SimNode> {
    const { name, doorbells, complain, chances } = options;
    let node: SimNode | null = null;
    const storage = await options.database.open(name, () => {
      if (node !== null) options.onBroken(node);
    });
    const assembly = await assemble({
      storage,
      // Nothing is indexed.
      search: openSearch(storage, null),
      key: 'the key of the simulated installation',
      now: options.now ?? (() => Date.now()),
      blobs: 'database',
      gallery: { images: 0, bytes: 0 },
      outbound: new Outbound([]),
      sealKey: sealKeyOf('simulated'),
      issuer: null,
      publicUrl: 'http://atelier',
      fonts: [],
      log: {
        warn: () => undefined,
        error: (data, message) => {
          if (node?.isDead !== true) complain(`${name} says: ${message} ${saidOf(data)}`);
        },
      },
      mayConnect: () => true,
      connect: (hearing) => doorbells.connect(name, hearing),
      onRefused: () => undefined,
      onStreamEnded: () => undefined,
      tuning: chances.tuning,
    });
    node = new SimNode(options, storage, assembly);
    options.tamper(node);
    return node;
  }

  /** The editor's end of a new line to this node. */
  dial(owner: string): Duplex {
    const { scheduler, chances } = this.#options;
    const line = newLine(scheduler, owner, chances.lineWaits);
    this.#lines.add(line);
    line.server.once('close', () => this.#lines.delete(line));
    this.#server.emit('connection', line.server);
    return line.client;
  }

  crash(): void {
    this.isDead = true;
    this.live = null;
    this.#options.scheduler.drop(this.name);
    this.#options.database.died(this.name);
    this.#options.doorbells.disconnect(this.name);
    for (const line of this.#lines) line.cut();
    const { rooms, events, watch, inboxWaits } = this.assembly;
    events.close();
    inboxWaits.close();
    watch.close();
    rooms.close();
  }
}

const saidOf = (data: object): string =>
  'err' in data && data.err instanceof Error ? (data.err.stack ?? data.err.message) : JSON.stringify(data);
