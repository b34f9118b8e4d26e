/**
 * loaded-rooms: the rooms of this node: made when first asked for, dropped when nobody uses them.
 *
 * K1  A room with edits that are not in the journal, with editors, or with work under way is never dropped.
 * K2  Shadows are bounded in number: those that were not used for the longest time go first.
 * K3  How far the journal of a document was seen is remembered when its room is dropped.
 */
import { CardEventThrottle } from './card-event-throttle.ts';
import { DocumentSize } from './document-size.ts';
import { Room } from './room.ts';
import { TabEventThrottle, type TabEventThrottleOptions } from './tab-event-throttle.ts';

export type LoadedRoomsOptions = Omit<TabEventThrottleOptions, 'documentId' | 'onTold'> & {
  /** An event of a document was written outside any write. */
  readonly onTold: (documentId: string) => void;
  /** Shadows and rooms that nobody used for so long are dropped. */
  readonly idleMs: number;
  readonly maxShadows: number;
  /** No document gets larger than so many bytes, encoded. */
  readonly documentBytes: number;
};

const sweepMsMax = 10_000;
/** [K3] Some hundred bytes each. */
const maxRemembered = 100_000;

export class LoadedRooms {
  readonly #options: LoadedRoomsOptions;
  readonly #rooms = new Map<string, Room>();
  /** [K3] Of rooms that were dropped. */
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

  /** Undefined when it is not loaded. */
  get(documentId: string): Room | undefined {
    return this.#rooms.get(documentId);
  }

  of(documentId: string): Room {
    let room = this.#rooms.get(documentId);
    if (room === undefined) {
      const { onTold, storage, now, documentBytes } = this.#options;
      const news = { documentId, storage, now, onTold: () => onTold(documentId) };
      const parts = {
        tabs: new TabEventThrottle(news),
        cards: new CardEventThrottle(news),
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

  /** [K2] Called when a shadow was made. */
  boundShadows(): void {
    const { maxShadows } = this.#options;
    const shadowed = this.all().filter((room) => room.shadow !== null && room.idle);
    if (shadowed.length < maxShadows) return;
    shadowed.sort((a, b) => a.usedAt - b.usedAt);
    for (const room of shadowed.slice(0, Math.ceil(maxShadows / 8))) room.dropShadow();
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const room of this.#rooms.values()) {
      room.news.close();
      room.cardNews.close();
      room.dropShadow();
    }
    this.#rooms.clear();
  }

  /** [K1] */
  #sweep(): void {
    const idleSince = this.#options.now() - this.#options.idleMs;
    for (const room of this.#rooms.values()) {
      if (!room.idle || room.usedAt > idleSince) continue;
      room.dropShadow();
      const isUsed = room.pending.unsettled || room.flushTimer !== null || !room.news.isEmpty || !room.cardNews.isEmpty;
      if (room.live !== null || isUsed) continue;
      this.#rooms.delete(room.id);
      this.#remember(room);
    }
  }

  /** [K3] */
  #remember({ id, reached }: Room): void {
    this.#reached.set(id, reached);
    const [longest] = this.#reached.keys();
    if (this.#reached.size > maxRemembered && longest !== undefined) this.#reached.delete(longest);
  }
}
