/** Every tool over both transports and both kinds of handshake, but for the one that tools.test.ts tests. */
import { overHttp } from './client.test-support.ts';
import { overStdio } from './stdio-client.test-support.ts';
import { testTools } from './tools.test-support.ts';

testTools({
  'HTTP, a former revision': (target) => overHttp(target, 'legacy'),
  'stdio, the present revision': (target) => overStdio(target, 'modern'),
  'stdio, a former revision': (target) => overStdio(target, 'legacy'),
});
