/** The stock Hocuspocus server without guard and storage; every document starts from the file STATE. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { Server } from '@hocuspocus/server';
import * as Y from 'yjs';

const state = readFileSync(process.env['STATE'] ?? '');
const server = new Server({
  port: Number(process.env['PORT']),
  address: '127.0.0.1',
  quiet: true,
  onLoadDocument: ({ document }) => {
    Y.applyUpdate(document, state);
    return Promise.resolve(document);
  },
});
await server.listen();
