/** The notifications between the nodes of a history: lost, duplicated, and delayed in any order. */
import { type PeerHandlers, type Peers, noPeers } from '#server/cluster/peers.ts';

import type { Chances } from './chances.ts';
import type { Scheduler } from './scheduler.ts';

export class Doorbells {
  readonly #scheduler: Scheduler;
  readonly #chances: Chances;
  readonly #hearing = new Map<string, PeerHandlers>();
  #isSound = false;

  constructor(scheduler: Scheduler, chances: Chances) {
    this.#scheduler = scheduler;
    this.#chances = chances;
  }

  connect(name: string, hearing: PeerHandlers): Peers {
    this.#hearing.set(name, hearing);
    return { ...noPeers(), notify: (documentId, seq) => this.#ring(name, documentId, seq) };
  }

  disconnect(name: string): void {
    this.#hearing.delete(name);
  }

  /** From now on every notification arrives. */
  calm(): void {
    this.#isSound = true;
  }

  #ring(from: string, documentId: string, seq: number | null): void {
    const { random } = this.#scheduler;
    const { ringLost, ringTwice } = this.#chances;
    for (const to of this.#hearing.keys()) {
      if (to === from) continue;
      if (!this.#isSound && random.chance(ringLost)) this.#scheduler.note(`lost: ${from} rings ${seq} at ${to}`);
      else this.#send(from, to, documentId, seq);
      if (!this.#isSound && random.chance(ringTwice)) this.#send(from, to, documentId, seq);
    }
  }

  #send(from: string, to: string, documentId: string, seq: number | null): void {
    const passage = { waits: this.#chances.ringWaits, owner: 'doorbell' };
    void this.#scheduler.pass(`${from} rings ${seq} at ${to}`, passage).then(() => {
      const hearing = this.#hearing.get(to);
      if (seq === null) hearing?.onEvents(documentId);
      else hearing?.onJournal(documentId, seq);
    });
  }
}
