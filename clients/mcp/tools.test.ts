/** Every tool over HTTP. Over stdin and stdout, and with a former handshake: tools.process.test.ts. */
import { overHttp } from './client.test-support.ts';
import { testTools } from './tools.test-support.ts';

testTools({ 'HTTP, the present revision': (target) => overHttp(target, 'modern') });
