/** Proxies between each node and its database and Redis, to cut or stall the connections. */
import type { NodeEnvironment } from '#test/harness/node-process.ts';
import { startProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';

export type NodeLinks = { readonly database: TcpProxy; readonly redis: TcpProxy };

export class Links {
  readonly ofNode: NodeLinks[] = [];

  /** For Deployment.start. */
  readonly between = async (_index: number, { DATABASE_URL, REDIS_URL }: NodeEnvironment): Promise<NodeEnvironment> => {
    const database = await proxied(DATABASE_URL!);
    const redis = await proxied(REDIS_URL!);
    this.ofNode.push({ database: database.proxy, redis: redis.proxy });
    return { DATABASE_URL: database.url, REDIS_URL: redis.url };
  };

  async close(): Promise<void> {
    await Promise.all(this.ofNode.flatMap(({ database, redis }) => [database.close(), redis.close()]));
  }
}

/** A proxy in front of an address, and the URL through it. */
export async function proxied(address: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const url = new URL(address);
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  return { proxy, url: url.href.replace(/\/$/, '') };
}
