/** Every tool over HTTP. tools.process.test.ts tests stdin and stdout, and older handshakes. */
import { overHttp } from './client.test-support.ts';
import { testTools } from './tools.test-support.ts';

testTools({ 'HTTP, the current revision': (target) => overHttp(target, 'modern') });
