/** Every tool over both transports and both kinds of handshake, except for the one that tools.test.ts tests. */
import { overHttp } from './client.test-support.ts';
import { overStdio } from './stdio-client.test-support.ts';
import { testTools } from './tools.test-support.ts';

testTools({
  'HTTP, an older revision': (target) => overHttp(target, 'legacy'),
  'stdio, the current revision': (target) => overStdio(target, 'modern'),
  'stdio, an older revision': (target) => overStdio(target, 'legacy'),
});
