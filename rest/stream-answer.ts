/**
 * Answers with a stream of server-sent events.
 *
 * Headers forbid caching, transformation and buffering on the way. HEAD answers the headers and opens no stream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { OpenStream } from '#server/events/event-streams.ts';
import type { Sink } from '#server/events/sink.ts';

export const streamMedia = 'text/event-stream';

export function sendStream(request: IncomingMessage, response: ServerResponse, stream: OpenStream): void {
  response.writeHead(200, {
    'Content-Type': `${streamMedia}; charset=utf-8`,
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  if (request.method === 'HEAD') {
    stream.cancel();
    response.end();
    return;
  }
  stream.begin(sinkOf(response));
}

export const isStream = (response: ServerResponse): boolean =>
  response.headersSent && String(response.getHeader('Content-Type')).startsWith(streamMedia);

/** True if the answer is a stream or was held back until there was something to say: its duration says nothing about the speed of a call. */
export const isHeld = (response: ServerResponse & { readonly locals?: Readonly<Record<string, unknown>> }): boolean =>
  isStream(response) || response.locals?.['isHeld'] === true;

const sinkOf = (response: ServerResponse): Sink => ({
  write: (text) => void response.write(text),
  get unsentBytes() {
    return response.writableLength;
  },
  get closed() {
    return response.destroyed || response.writableEnded;
  },
  end: () => void response.end(),
  cut: () => void response.destroy(),
  onClose: (listener) => void response.once('close', listener),
});
