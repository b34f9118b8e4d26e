/** line: a connection between an editor and a node within this process: two ends of bytes that take their time and can be cut. */
import { Duplex } from 'node:stream';

import type { Scheduler } from './scheduler.ts';

export type DuplexLine = {
  readonly client: Duplex;
  readonly server: Duplex;
  /** Both ends are gone, and what was on its way is lost. */
  cut(): void;
};

/** `waits`: how probable it is that a piece is held up. */
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
  // An end that is gone is noticed by the other one, behind what was sent to it.
  client.once('close', () => void scheduler.pass(`${owner} -> gone`, { waits, owner, lane: `${owner} ->` }).then(cut));
  server.once('close', () => void scheduler.pass(`${owner} <- gone`, { waits, owner, lane: `${owner} <-` }).then(cut));
  return { client, server, cut };
}
