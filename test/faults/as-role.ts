/** as-role: nodes that are no administrators of their database, as it is where limits and policies are to hold for them. */
import pg from 'pg';

import type { NodeEnvironment } from '#test/harness/node-process.ts';

/** For Deployment.start: the database belongs to the role `atelier`, as which all nodes connect. */
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
