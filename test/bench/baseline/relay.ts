/**
 * The minimal server between editors: it passes every message on, and decodes none.
 *
 * The message `join` is answered with the bytes of the file STATE from memory, `open` with its bytes read from disk.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { WebSocketServer } from 'ws';

const path = process.env['STATE'] ?? '';
const state = readFileSync(path);
const server = new WebSocketServer({ port: Number(process.env['PORT']), host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return socket.send(data.toString() === 'join' ? state : readFileSync(path));
    for (const other of server.clients) if (other !== socket && other.readyState === other.OPEN) other.send(data);
  });
});
