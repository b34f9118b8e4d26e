/** The deployment of docker-compose.yml without Docker: HAProxy, three nodes, PostgreSQL and Redis as processes. */
import { openStorage } from '#storage/storage.ts';
import { type Balancer, startBalancer } from '#test/harness/haproxy.ts';
import { type NodeEnvironment, type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson, type TestAccount } from '#test/harness/people.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

export class Deployment {
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  readonly balancer: Balancer;
  readonly databaseUrl: string;
  readonly ada: TestAccount;
  readonly nodes: NodeProcess[];
  readonly #environments: readonly NodeEnvironment[];

  private constructor(
    parts: Pick<Deployment, 'postgres' | 'redis' | 'balancer' | 'databaseUrl' | 'ada' | 'nodes'>,
    environments: readonly NodeEnvironment[],
  ) {
    this.postgres = parts.postgres;
    this.redis = parts.redis;
    this.balancer = parts.balancer;
    this.databaseUrl = parts.databaseUrl;
    this.ada = parts.ada;
    this.nodes = parts.nodes;
    this.#environments = environments;
  }

  /** Starts everything, with all nodes at once on a database without tables. `ofNode`: settings of a single node, by its index. */
  static async start(
    more: NodeEnvironment = {},
    ofNode: (index: number, environment: NodeEnvironment) => Promise<NodeEnvironment> | NodeEnvironment = () => ({}),
  ): Promise<Deployment> {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const databaseUrl = await postgres.createDatabase();
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, TRUST_PROXY: '1', ...more };
    const environments: NodeEnvironment[] = [];
    for (const index of [0, 1, 2]) environments.push({ ...environment, ...(await ofNode(index, environment)) });
    const nodes = await Promise.all(environments.map((each) => startNodeProcess(each)));
    const [one, two, three] = nodes;
    const balancer = await startBalancer([one!.url, two!.url, three!.url]);
    const storage = await openStorage({ databaseUrl });
    const ada = await addPerson(storage, 'Ada');
    await storage.close();
    return new Deployment({ postgres, redis, balancer, databaseUrl, ada, nodes }, environments);
  }

  /** Stops a node like a rolling restart and starts it again at its address; returns its exit status. */
  async restart(index: number): Promise<number | null> {
    const node = this.nodes[index]!;
    await node.kill('SIGTERM');
    await this.revive(index);
    return node.exitCode();
  }

  /** Starts a node that has ended again at its address. */
  async revive(index: number): Promise<void> {
    const { port } = new URL(this.nodes[index]!.url);
    this.nodes[index] = await startNodeProcess({ ...this.#environments[index], PORT: port });
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    await Promise.all(this.nodes.map((node) => node.kill('SIGTERM')));
    await Promise.all([this.postgres.stop(), this.redis.stop()]);
  }
}
