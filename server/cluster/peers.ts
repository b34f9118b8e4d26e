/** Communication with the other nodes of the installation. Nothing here is waited for, and nothing throws. */
import type { RemoteStates } from '#server/live/shared-states.ts';

import { JournalNotifier, type JournalNotifierOptions } from './journal-notifier.ts';
import { type LocalEditors, PresenceBus } from './presence-bus.ts';
import type { EditorNote } from './remote-editors.ts';

export type Peers = RemoteStates & {
  /** Call after every commit that moved a journal, or (`seq` null) only emitted live events. */
  notify(documentId: string, seq: number | null): void;
  accessChanged(documentId: string): void;
  /** Call when agents have joined or left a document or changed their status. */
  agentsChanged(documentId: string): void;
  /** The editors of a document on the other nodes, by client id. */
  editorsOf(documentId: string): ReadonlyMap<number, EditorNote>;
  /** The number of editors on other nodes. */
  readonly remoteEditors: number;
  /** Null: an installation without Redis. */
  readonly connected: boolean | null;
  close(): void;
};

/** Called with what peers send. */
export type PeerHandlers = Pick<JournalNotifierOptions, 'onJournal' | 'onEvents' | 'onAccess' | 'onReconnect'> & {
  readonly onAgents: (documentId: string) => void;
  readonly editors: LocalEditors;
};

export type RedisOptions = {
  readonly url: string;
  readonly key: string;
  readonly log: JournalNotifierOptions['log'];
  readonly onDroppedNotification: () => void;
  readonly onDroppedPresence: () => void;
};

/** An installation of one node. */
export const noPeers = (): Peers => ({
  notify: () => undefined,
  accessChanged: () => undefined,
  agentsChanged: () => undefined,
  editorsOf: () => new Map(),
  opened: () => undefined,
  closed: () => undefined,
  publish: () => undefined,
  ownerOf: () => undefined,
  remoteEditors: 0,
  connected: null,
  close: () => undefined,
});

/** Over Redis: the doorbell and the presence bus. */
export function redisPeers(
  { url, key, log, onDroppedNotification, onDroppedPresence }: RedisOptions,
  handlers: PeerHandlers,
): Peers {
  const { onJournal, onEvents, onAccess, onReconnect, onAgents, editors } = handlers;
  const doorbell = new JournalNotifier({
    url,
    key,
    log,
    onJournal,
    onEvents,
    onAccess,
    onReconnect,
    onDropped: onDroppedNotification,
  });
  const bus = new PresenceBus({ url, key, log, local: editors, onAgents, onDropped: onDroppedPresence });
  return {
    notify: (documentId, seq) => doorbell.notify(documentId, seq),
    accessChanged: (documentId) => doorbell.accessChanged(documentId),
    agentsChanged: (documentId) => bus.agentsChanged(documentId),
    editorsOf: (documentId) => bus.editorsOf(documentId),
    opened: (documentId) => bus.opened(documentId),
    closed: (documentId) => bus.closed(documentId),
    publish: (documentId, client) => bus.publish(documentId, client),
    ownerOf: (documentId, client) => bus.ownerOf(documentId, client),
    get remoteEditors() {
      return bus.remoteEditors;
    },
    get connected() {
      return doorbell.connected;
    },
    close() {
      bus.close();
      doorbell.close();
    },
  };
}
