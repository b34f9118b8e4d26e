/** Nodes that are not administrators of their database, so that its limits and policies apply to them. */
import pg from 'pg';

import type { NodeEnvironment } from '#test/harness/node-process.ts';

/** For Deployment.start: the database belongs to the role `atelier`, and all nodes connect as that role. */
export async function asRole(index: number, { DATABASE_URL }: NodeEnvironment): Promise<NodeEnvironment> {
  const url = new URL(DATABASE_URL!);
  if (index === 0) {
    const session = new pg.Client({ connectionString: DATABASE_URL });
    await session.connect();
    await session.query('create role atelier login');
    await session.query(`alter database ${url.pathname.slice(1)} owner to atelier`);
    await session.end();
  }
  url.username = 'atelier';
  return { DATABASE_URL: url.href };
}
