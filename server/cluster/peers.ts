/**
 * peers: the other nodes of the installation, as one node tells and hears them.
 *
 * B1  All of it is hints and sights: what is lost costs time, never a write. Nothing here is waited for, and nothing throws.
 */
import type { RemoteStates } from '#server/live/shared-states.ts';

import { JournalNotifier, type JournalNotifierOptions } from './journal-notifier.ts';
import { type LocalEditors, PresenceBus } from './presence-bus.ts';
import type { EditorNote } from './remote-editors.ts';

export type Peers = RemoteStates & {
  /** Rung after every commit that moved a journal, or (`seq` null) only told an event. */
  ring(documentId: string, seq: number | null): void;
  accessChanged(documentId: string): void;
  /** Agents came to a document, left it, or say something else. */
  agentsChanged(documentId: string): void;
  /** The editors of a document on the other nodes, by client id. */
  editorsOf(documentId: string): ReadonlyMap<number, EditorNote>;
  /** How many editors are known on other nodes. */
  readonly peerCount: number;
  /** Null: there is nothing to be connected to. */
  readonly connected: boolean | null;
  close(): void;
};

/** What a node does when it hears of others. */
export type PeerHandlers = Pick<JournalNotifierOptions, 'onJournal' | 'onEvents' | 'onAccess' | 'onReconnect'> & {
  readonly onAgents: (documentId: string) => void;
  readonly editors: LocalEditors;
};

export type RedisOptions = {
  readonly url: string;
  readonly key: string;
  readonly log: JournalNotifierOptions['log'];
  readonly onDroppedRing: () => void;
  readonly onDroppedPresence: () => void;
};

/** An installation of one node. */
export const noPeers = (): Peers => ({
  ring: () => undefined,
  accessChanged: () => undefined,
  agentsChanged: () => undefined,
  editorsOf: () => new Map(),
  opened: () => undefined,
  closed: () => undefined,
  publish: () => undefined,
  ownerOf: () => undefined,
  peerCount: 0,
  connected: null,
  close: () => undefined,
});

/** Over Redis: the doorbell and the presence bus. */
export function redisPeers({ url, key, log, onDroppedRing, onDroppedPresence }: RedisOptions, hearing: PeerHandlers): Peers {
  const { onJournal, onEvents, onAccess, onReconnect, onAgents, editors } = hearing;
  const doorbell = new JournalNotifier({ url, key, log, onJournal, onEvents, onAccess, onReconnect, onDropped: onDroppedRing });
  const bus = new PresenceBus({ url, key, log, local: editors, onAgents, onDropped: onDroppedPresence });
  return {
    ring: (documentId, seq) => doorbell.ring(documentId, seq),
    accessChanged: (documentId) => doorbell.accessChanged(documentId),
    agentsChanged: (documentId) => bus.agentsChanged(documentId),
    editorsOf: (documentId) => bus.editorsOf(documentId),
    opened: (documentId) => bus.opened(documentId),
    closed: (documentId) => bus.closed(documentId),
    publish: (documentId, client) => bus.publish(documentId, client),
    ownerOf: (documentId, client) => bus.ownerOf(documentId, client),
    get peerCount() {
      return bus.peerCount;
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
