/** `npm run cluster`: runs the whole deployment on this machine, without Docker, until it is interrupted. */
import process from 'node:process';

import { Deployment } from './deployment.ts';

const deployment = await Deployment.start({ RATE_LIMIT: '1200', LOG_LEVEL: 'info' });
const { balancer, nodes, databaseUrl, redis, ada } = deployment;

process.stdout.write(`
Page        ${balancer.url}/
API         ${balancer.url}/api/v1
Token       ${ada.token}
Nodes       ${nodes.map(({ url, pid }) => `${url} (process ${pid})`).join('\n            ')}
PostgreSQL  ${databaseUrl}
Redis       ${redis.url}

curl -s ${balancer.url}/api/v1/me -H 'Authorization: Bearer ${ada.token}'

It runs until Ctrl-C; nothing of it is kept.
`);

await new Promise<void>((resolve) => {
  process.once('SIGINT', resolve);
  process.once('SIGTERM', resolve);
});
process.stdout.write('\nstopping\n');
await deployment.stop();
