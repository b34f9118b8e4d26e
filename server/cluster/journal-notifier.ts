/**
 * journal-notifier: tells the other nodes that a document's journal moved, that it has live events, or that access to it changed.
 * A hint and nothing more: what it loses, the polls find.
 *
 * D1  Nothing waits for Redis: a ring is sent or forgotten, and no failure of Redis reaches a caller or ends the process.
 * D2  Messages are signed and numbered; what does not verify, or was heard before, is dropped and counted.
 * D3  After a reconnect the node looks at the journal itself, since it cannot know what it missed.
 */
import { isPosition, type Message, SignedChannel, type SignedChannelOptions } from './signed-channel.ts';

export type JournalNotifierOptions = Pick<SignedChannelOptions, 'url' | 'key' | 'onDropped' | 'log'> & {
  readonly onJournal: (documentId: string, seq: number) => void;
  /** Something was told of the document that is not in its journal. */
  readonly onEvents: (documentId: string) => void;
  readonly onAccess: (documentId: string) => void;
  readonly onReconnect: () => void;
};

const says = { down: 'redis cannot be reached: other nodes hear of writes a little later', up: 'redis is back' };

export class JournalNotifier {
  readonly #options: JournalNotifierOptions;
  readonly #channel: SignedChannel;

  constructor(options: JournalNotifierOptions) {
    this.#options = options;
    const { url, key, log, onDropped, onReconnect } = options;
    this.#channel = new SignedChannel({
      url,
      key,
      log,
      onDropped,
      says,
      name: 'atelier:doorbell:1',
      maxUnsent: 1_000,
      onMessage: (message) => this.#hear(message),
      onLinked: () => onReconnect(),
    });
  }

  get connected(): boolean {
    return this.#channel.connected;
  }

  /** [D1] `seq` null: the journal has not moved, but there are live events. */
  ring(documentId: string, seq: number | null): void {
    this.#channel.send({ document: documentId, seq: seq ?? 0 });
  }

  /** [D1] */
  accessChanged(documentId: string): void {
    this.#channel.send({ document: documentId });
  }

  close(): void {
    this.#channel.close();
  }

  /** `seq` 0: there are events and the journal stands where it stood. Without it, access changed. */
  #hear({ document, seq }: Message): boolean {
    if (typeof document !== 'string') return false;
    if (seq === undefined) this.#options.onAccess(document);
    else if (seq === 0) this.#options.onEvents(document);
    else if (isPosition(seq)) this.#options.onJournal(document, seq);
    else return false;
    return true;
  }
}
