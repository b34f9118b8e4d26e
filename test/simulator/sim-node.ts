/**
 * One node of a history: the parts of a real one over its own view of the storage, without a process.
 *
 * A crash drops it: nothing is flushed or announced, its lines are cut, and its memory is not used again.
 */
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Document } from '@hocuspocus/server';

import { type Assembly, assemble } from '#server/assembly.ts';
import { sealKeyOf } from '#server/app/seal.ts';
import { Outbound } from '#server/outbound/outbound.ts';
import type { Turns } from '#storage/sqlite/turns.ts';
import type { Storage } from '#storage/storage.ts';

import type { Chances } from './chances.ts';
import type { Doorbells } from './doorbells.ts';
import { type DuplexLine, newLine } from './line.ts';
import { NodeStorage } from './node-storage.ts';
import type { Scheduler } from './scheduler.ts';

export type SimNodeOptions = {
  readonly name: string;
  readonly storage: Storage;
  /** Shared by all nodes. */
  readonly turns: Turns;
  readonly scheduler: Scheduler;
  readonly chances: Chances;
  readonly doorbells: Doorbells;
  /** Called for a log entry that no node may write, whatever its storage does. */
  readonly complain: (what: string) => void;
  /** Breaks the node, for a control. */
  readonly tamper: (node: SimNode) => void;
};

export class SimNode {
  readonly name: string;
  readonly storage: NodeStorage;
  readonly assembly: Assembly;
  /** The live document as its editors see it, if there is one. */
  live: Document | null = null;
  isDead = false;
  readonly #options: SimNodeOptions;
  readonly #server: Server = createServer();
  readonly #lines = new Set<DuplexLine>();

  private constructor(options: SimNodeOptions, storage: NodeStorage, assembly: Assembly) {
    this.name = options.name;
    this.storage = storage;
    this.assembly = assembly;
    this.#options = options;
    assembly.live.listen(this.#server);
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
    const { name, scheduler, doorbells, complain, chances } = options;
    const storage = new NodeStorage(options.storage, options.turns, name, scheduler);
    let node: SimNode | null = null;
    const assembly = await assemble({
      storage,
      key: 'the key of the simulated installation',
      now: () => Date.now(),
      blobs: 'database',
      gallery: { images: 0, bytes: 0 },
      outbound: new Outbound([]),
      issuer: null,
      sealKey: sealKeyOf('simulated'),
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
    this.storage.cut();
    this.#options.doorbells.disconnect(this.name);
    for (const line of this.#lines) line.cut();
    const { rooms, events, watch } = this.assembly;
    events.close();
    watch.close();
    rooms.close();
  }
}

const saidOf = (data: object): string =>
  'err' in data && data.err instanceof Error ? (data.err.stack ?? data.err.message) : JSON.stringify(data);
