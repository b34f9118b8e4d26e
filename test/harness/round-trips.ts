/** Counts the round trips to a PostgreSQL server: how often a client sends something after an answer, over all its connections. */
import { connect, createServer, type Socket } from 'node:net';

import { listenOnFreePort } from './free-port.ts';

export type RoundTrips = {
  readonly port: number;
  /** Round trips so far. */
  count(): number;
  /** Those within transactions, from BEGIN to COMMIT. */
  countInTransactions(): number;
  /** Delays answers by `ms`: what a busy client sends within this time, without an answer to wait for, is one round trip. */
  delayAnswers(ms: number): void;
  close(): Promise<void>;
};

/** The starts of messages of the protocol: type, length and text. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0');
const begin = Buffer.from('begin');

export async function countRoundTrips(target: { readonly port: number; readonly host: string }): Promise<RoundTrips> {
  let answerMs = 0;
  let count = 0;
  let inTransactions = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    let isAnswered = true;
    let isInTransaction = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      isInTransaction ||= chunk.subarray(5).indexOf(begin) === 0;
      if (isAnswered) count += 1;
      if (isAnswered && isInTransaction) inTransactions += 1;
      isAnswered = false;
      if (chunk.includes(commit)) isInTransaction = false;
      upstream.write(chunk);
    });
    const answer = (chunk: Buffer): void => {
      isAnswered = true;
      client.write(chunk);
    };
    upstream.on('data', (chunk) => void (answerMs === 0 ? answer(chunk) : setTimeout(answer, answerMs, chunk)));
  });
  const port = await listenOnFreePort(server);
  return {
    port,
    count: () => count,
    countInTransactions: () => inTransactions,
    delayAnswers(ms) {
      answerMs = ms;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
