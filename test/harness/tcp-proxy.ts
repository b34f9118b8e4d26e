/** tcp-proxy: stands between a client and a server and cuts their connection at a chosen moment. */
import { connect, createServer, type Socket } from 'node:net';

/** What to do with a piece that the client sends: pass it on; cut now; pass it on and cut when the server answers. */
export type Verdict = 'pass' | 'cut' | 'cut-after';

export type TcpProxy = {
  readonly port: number;
  /** Asked for each piece from now on; all pass at first. */
  judge(verdict: (chunk: Buffer) => Verdict): void;
  /** Cuts every connection that there is. */
  cutAll(): void;
  close(): Promise<void>;
};

export function startProxy(target: { readonly port: number; readonly host: string }): Promise<TcpProxy> {
  let verdictOf: (chunk: Buffer) => Verdict = () => 'pass';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    let cutAtAnswer = false;
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.on('data', (chunk) => {
      const verdict = verdictOf(chunk);
      if (verdict === 'cut') return cut();
      cutAtAnswer ||= verdict === 'cut-after';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => (cutAtAnswer ? cut() : client.write(chunk)));
  });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      resolve({
        port: address.port,
        judge(verdict) {
          verdictOf = verdict;
        },
        cutAll,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            cutAll();
          }),
      });
    });
  });
}
