/**
 * The rooms of this node: created when first used, dropped when idle (SPEC.md).
 *
 * A room with unsaved edits, with editors or with work under way is never dropped.
 */
import { CardEventThrottle } from './card-event-throttle.ts';
import { DocumentSize } from './document-size.ts';
import { Room } from './room.ts';
import { TabEventThrottle, type TabEventThrottleOptions } from './tab-event-throttle.ts';

export type LoadedRoomsOptions = Omit<TabEventThrottleOptions, 'documentId' | 'onEmitted'> & {
  /** Called after an event of a document was committed outside any write. */
  readonly onEmitted: (documentId: string) => void;
  /** Shadows and rooms that are unused for this long are dropped. */
  readonly idleMs: number;
  readonly maxShadows: number;
  /** The largest encoded size of a document. */
  readonly documentBytes: number;
};

const sweepMsMax = 10_000;
/** Some hundred bytes each. */
const maxRemembered = 100_000;

export class LoadedRooms {
  readonly #options: LoadedRoomsOptions;
  readonly #rooms = new Map<string, Room>();
  /** The furthest journal positions of dropped rooms. */
  readonly #reached = new Map<string, number>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: LoadedRoomsOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(sweepMsMax, options.idleMs));
    this.#sweeper.unref();
  }

  get size(): number {
    return this.#rooms.size;
  }

  all(): Room[] {
    return [...this.#rooms.values()];
  }

  /** Undefined if it is not loaded. */
  get(documentId: string): Room | undefined {
    return this.#rooms.get(documentId);
  }

  of(documentId: string): Room {
    let room = this.#rooms.get(documentId);
    if (room === undefined) {
      const { onEmitted, storage, now, documentBytes } = this.#options;
      const throttle = { documentId, storage, now, onEmitted: () => onEmitted(documentId) };
      const parts = {
        tabs: new TabEventThrottle(throttle),
        cards: new CardEventThrottle(throttle),
        size: new DocumentSize(documentBytes),
      };
      room = new Room(documentId, this.#reached.get(documentId) ?? 0, parts);
      this.used(room);
      this.#rooms.set(documentId, room);
      this.#reached.delete(documentId);
    }
    return room;
  }

  used(room: Room): void {
    room.usedAt = this.#options.now();
  }

  /** Drops the shadows that were unused for oldest if there are too many. Called after one was loaded. */
  limitShadows(): void {
    const { maxShadows } = this.#options;
    const shadowed = this.all().filter((room) => room.shadow !== null && room.idle);
    if (shadowed.length < maxShadows) return;
    shadowed.sort((a, b) => a.usedAt - b.usedAt);
    for (const room of shadowed.slice(0, Math.ceil(maxShadows / 8))) room.dropShadow();
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const room of this.#rooms.values()) {
      room.tabEvents.close();
      room.cardEvents.close();
      room.dropShadow();
    }
    this.#rooms.clear();
  }

  #sweep(): void {
    const idleSince = this.#options.now() - this.#options.idleMs;
    for (const room of this.#rooms.values()) {
      if (!room.idle || room.usedAt > idleSince) continue;
      room.dropShadow();
      const isUsed = room.pending.unsettled || room.flushTimer !== null || !room.tabEvents.isEmpty || !room.cardEvents.isEmpty;
      if (room.live !== null || isUsed) continue;
      this.#rooms.delete(room.id);
      this.#remember(room);
    }
  }

  #remember({ id, reached }: Room): void {
    this.#reached.set(id, reached);
    const [oldest] = this.#reached.keys();
    if (this.#reached.size > maxRemembered && oldest !== undefined) this.#reached.delete(oldest);
  }
}
