/**
 * The doorbell: notifies the peers that a document's journal moved, that it has live events, or that access to it changed. The polls find
 * whatever it loses.
 */
import { isPosition, type Message, SignedChannel, type SignedChannelOptions } from './signed-channel.ts';

export type JournalNotifierOptions = Pick<SignedChannelOptions, 'url' | 'key' | 'onDropped' | 'log'> & {
  readonly onJournal: (documentId: string, seq: number) => void;
  /** The document has live events, but its journal has not moved. */
  readonly onEvents: (documentId: string) => void;
  readonly onAccess: (documentId: string) => void;
  readonly onReconnect: () => void;
};

const logTexts = { down: 'redis cannot be reached: other nodes see writes with a delay', up: 'redis is reachable again' };

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
      logTexts,
      name: 'atelier:doorbell:1',
      maxUnsent: 1_000,
      onMessage: (message) => this.#receive(message),
      onLinked: () => onReconnect(),
    });
  }

  get connected(): boolean {
    return this.#channel.connected;
  }

  /** `seq` null: the journal has not moved, but there are live events. */
  notify(documentId: string, seq: number | null): void {
    this.#channel.send({ document: documentId, seq: seq ?? 0 });
  }

  accessChanged(documentId: string): void {
    this.#channel.send({ document: documentId });
  }

  close(): void {
    this.#channel.close();
  }

  /** `seq` 0: there are live events and the journal has not moved. Without `seq`, access changed. */
  #receive({ document, seq }: Message): boolean {
    if (typeof document !== 'string') return false;
    if (seq === undefined) this.#options.onAccess(document);
    else if (seq === 0) this.#options.onEvents(document);
    else if (isPosition(seq)) this.#options.onJournal(document, seq);
    else return false;
    return true;
  }
}
