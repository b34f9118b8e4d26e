/** A connection between an editor and a node within this process: two byte streams that can be delayed and cut. */
import { Duplex } from 'node:stream';

import type { Scheduler } from './scheduler.ts';

export type DuplexLine = {
  readonly client: Duplex;
  readonly server: Duplex;
  /** Both ends are closed, and data in transit is lost. */
  cut(): void;
};

/** `waits`: the probability that a message is delayed. */
export function newLine(scheduler: Scheduler, owner: string, waits: number): DuplexLine {
  let isCut = false;
  const deliver = (to: () => Duplex, lane: string, piece: Buffer | null): void => {
    void scheduler.pass(`${lane} ${piece?.length ?? 'end'}`, { waits, owner, lane }).then(() => {
      if (!isCut && !to().destroyed) to().push(piece);
    });
  };
  const end = (to: () => Duplex, lane: string): Duplex =>
    new Duplex({
      read: () => undefined,
      write: (piece: Buffer, _encoding, done) => {
        deliver(to, lane, piece);
        done();
      },
      final: (done) => {
        deliver(to, lane, null);
        done();
      },
    });
  const client: Duplex = end(() => server, `${owner} ->`);
  const server: Duplex = end(() => client, `${owner} <-`);
  const cut = (): void => {
    if (isCut) return;
    isCut = true;
    scheduler.drop(owner);
    client.destroy();
    server.destroy();
  };
  // The other end notices a closed end after the data that was sent before.
  client.once('close', () => void scheduler.pass(`${owner} -> gone`, { waits, owner, lane: `${owner} ->` }).then(cut));
  server.once('close', () => void scheduler.pass(`${owner} <- gone`, { waits, owner, lane: `${owner} <-` }).then(cut));
  return { client, server, cut };
}
