/** REST calls over kept connections, with as little work on the client side as possible. */
import { Agent, request } from 'node:http';

export type BenchReply = { readonly status: number; readonly text: string; readonly ms: number };

export class BenchCaller {
  readonly #root: URL;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });

  constructor(url: string, token: string) {
    this.#root = new URL(url);
    this.#token = token;
  }

  /** Throws unless the status is a success. */
  call(method: string, path: string, body?: object): Promise<BenchReply> {
    const startedAt = performance.now();
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: this.#root.hostname,
          port: this.#root.port,
          agent: this.#agent,
          method,
          path: `/api/v1${path}`,
          headers: {
            Authorization: `Bearer ${this.#token}`,
            ...(bytes !== null && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            const ms = performance.now() - startedAt;
            const text = Buffer.concat(chunks).toString();
            if (status >= 200 && status < 300) resolve({ status, text, ms });
            else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 2_000)}`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(bytes ?? undefined);
    });
  }

  changeset(place: BenchTab, operations: string): Promise<BenchReply> {
    return this.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, { operations });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A tab of a document. */
export type BenchTab = { readonly id: string; readonly tab: string };
