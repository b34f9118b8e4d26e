/**
 * The deployment files, checked without a container engine: docker-compose.yml, the Dockerfile, and the files that they name.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { readConfig } from '#server/operations/config.ts';
import { dockerfileOf, type BuildStage } from '#test/faults/dockerfile.ts';
import { findProgram } from '#test/harness/programs.ts';

type Service = Readonly<{
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  command?: string | string[];
  healthcheck?: { test: string[] };
  volumes?: string[];
  ports?: string[];
  networks: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt: string[];
  mem_limit?: string;
  stop_grace_period?: string;
}>;
type Composition = {
  readonly services: Record<string, Service>;
  readonly volumes: object;
  readonly networks: Record<string, unknown>;
};

const text = readFileSync('docker-compose.yml', 'utf8');
const composition = parse(text, { merge: true }) as Composition;
const nodes = ['node1', 'node2', 'node3'];
const secrets = { POSTGRES_PASSWORD: 'one', REDIS_PASSWORD: 'two' };

test('there are three equal nodes, a load balancer, PostgreSQL and Redis', () => {
  const { services, volumes, networks } = composition;
  expect(Object.keys(services).toSorted()).toEqual(['balancer', ...nodes, 'postgres', 'redis'].toSorted());
  expect(services['node2']).toEqual(services['node1']);
  expect(services['node3']).toEqual(services['node1']);
  const { environment } = services['balancer']!;
  expect([1, 2, 3].map((index) => environment![`NODE_${index}`])).toEqual(nodes.map((name) => `${name}:4100`));
  expect(services['postgres']!.volumes!.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
  expect(networks['inside']).toEqual({ internal: true });
});

test('secrets come from the environment, and only the load balancer is reachable from outside', () => {
  const { services } = composition;
  const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
  const examples = readFileSync('.env.example', 'utf8');
  expect(new Set(required)).toEqual(new Set(Object.keys(secrets)));
  for (const name of required) expect(examples).toMatch(new RegExp(`^${name}=$`, 'm'));
  expect(Object.keys(services).filter((name) => services[name]!.ports !== undefined)).toEqual(['balancer']);
  expect(services['postgres']!.networks).toEqual(['inside']);
  expect(services['redis']!.networks).toEqual(['inside']);
  expect(services['balancer']!.networks).toEqual(['outside']);
});

test('nodes run without privileges, on a read-only file system, with limits, and have time to stop', () => {
  for (const name of [...nodes, 'balancer', 'redis'])
    expect(composition.services[name], name).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: expect.any(String) });
  for (const service of Object.values(composition.services)) expect(service.security_opt).toEqual(['no-new-privileges:true']);
  const node = composition.services['node1']!;
  const environment = Object.fromEntries(
    Object.entries(node.environment!).map(([name, value]) => [name, value.replace(/\$\{(\w+)(?::?[-?]([^}]*))?\}/g, valueOf)]),
  );
  const config = readConfig(environment);
  expect(config.shutdownMs).toBeLessThan(Number.parseInt(node.stop_grace_period!, 10) * 1_000);
  expect([config.port, config.trustProxy]).toEqual([4100, 1]);
  expect(config.storage).toEqual({ databaseUrl: 'postgres://atelier:one@postgres:5432/atelier', poolSize: expect.any(Number) });
  const { poolSize } = config.storage as { poolSize: number };
  const most = /max_connections=(\d+)/.exec(String(composition.services['postgres']!.command));
  expect(Number(most![1])).toBeGreaterThanOrEqual(nodes.length * poolSize);
});

test('all services have a health check, the nodes in their image, and mounted files exist', () => {
  const { services } = composition;
  for (const name of ['balancer', 'postgres', 'redis']) expect(services[name]!.healthcheck?.test.length, name).toBeGreaterThan(1);
  for (const { volumes = [] } of Object.values(services))
    for (const volume of volumes) if (volume.startsWith('.')) expect(existsSync(volume.split(':')[0]!), volume).toBe(true);
});

test.runIf(findProgram('docker-compose') !== null)('docker-compose accepts the file', async () => {
  const env = { PATH: process.env['PATH'], ...secrets };
  const taking = promisify(execFile)('docker-compose', ['-f', '-', '--project-directory', '.', 'config'], { env });
  // Version 1 does not support project names.
  taking.child.stdin!.end(text.replace(/^name: .*$/m, ''));
  const { stdout } = await taking;
  expect(Object.keys((parse(stdout) as Composition).services).toSorted()).toEqual(Object.keys(composition.services).toSorted());
});

test('the files that the Dockerfile copies exist, and its node is not root and has no development packages', () => {
  const stages = dockerfileOf(readFileSync('Dockerfile', 'utf8'));
  const sent = new Set(readFileSync('.dockerignore', 'utf8').split('\n'));
  const isSent = (source: string): boolean => sent.has(`!${source.split('/')[0]}`) && !sent.has(source);
  for (const { copies } of stages) {
    for (const { from, sources } of copies) {
      if (from !== null) expect(stages.map(({ name }) => name)).toContain(from);
      else for (const source of sources) expect([existsSync(source), isSent(source)], source).toEqual([true, true]);
    }
  }
  const last = stages.at(-1)!;
  const packages = stages.find(({ name }) => name === fromOf(last, 'node_modules'))!;
  expect(packages.runs).toEqual(['npm ci --omit=dev --ignore-scripts']);
  expect(last.runs.filter((command) => command.includes('npm'))).toEqual([]);
  const packed = stages.find(({ name }) => name === fromOf(last, './'))!;
  expect(packed.runs.at(-1)).toMatch(/npm pack .*tar -xzf/);
  expect(last.user).toBe('node');
  expect(last.environment).toContain('NODE_ENV=production');
  expect(last.command).toEqual(['node', 'built/server/main.js']);
});

/** The build stage that a file of an image comes from. */
const fromOf = ({ copies }: BuildStage, target: string): string | null =>
  copies.find(({ from, to }) => from !== null && to === target)?.from ?? null;

/** Expands `${NAME:-default}` as compose does. */
const valueOf = (_whole: string, name: string, otherwise = ''): string =>
  name in secrets ? secrets[name as keyof typeof secrets] : otherwise;
