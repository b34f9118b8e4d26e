/** deployment: what docker-compose.yml runs, without Docker: HAProxy, three nodes, PostgreSQL and Redis as processes here. */
import { openStorage } from '#storage/storage.ts';
import { type Balancer, startBalancer } from '#test/harness/haproxy.ts';
import { type NodeEnvironment, type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson, type Somebody } from '#test/harness/people.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

export class Deployment {
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  readonly balancer: Balancer;
  readonly databaseUrl: string;
  readonly ada: Somebody;
  readonly nodes: NodeProcess[];
  readonly #environment: NodeEnvironment;

  private constructor(
    parts: Pick<Deployment, 'postgres' | 'redis' | 'balancer' | 'databaseUrl' | 'ada' | 'nodes'>,
    environment: NodeEnvironment,
  ) {
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.balancer = parts.balancer;
    this.databaseUrl = parts.databaseUrl;
    this.ada = parts.ada;
    this.nodes = parts.nodes;
    this.#environment = environment;
  }

  /** Starts all of it; the three nodes at once, on a database that has no tables yet. */
  static async start(more: NodeEnvironment = {}): Promise<Deployment> {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const databaseUrl = await postgres.createDatabase();
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, TRUST_PROXY: '1', ...more };
    const nodes = await Promise.all([1, 2, 3].map(() => startNodeProcess(environment)));
    const [one, two, three] = nodes;
    const balancer = await startBalancer([one!.url, two!.url, three!.url]);
    const storage = await openStorage({ databaseUrl });
    const ada = await addPerson(storage, 'Ada');
    await storage.close();
    return new Deployment({ postgres, redis, balancer, databaseUrl, ada, nodes }, environment);
  }

  /** Stops a node as a rolling restart does and starts it anew at its address; answers its exit status. */
  async restart(index: number): Promise<number | null> {
    const node = this.nodes[index]!;
    await node.kill('SIGTERM');
    this.nodes[index] = await startNodeProcess({ ...this.#environment, PORT: new URL(node.url).port });
    return node.exitCode();
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    await Promise.all(this.nodes.map((node) => node.kill('SIGTERM')));
    await Promise.all([this.postgres.stop(), this.redis.stop()]);
  }
}
