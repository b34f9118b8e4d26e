/**
 * socket: the provider's WebSocket, without its queue.
 *
 * Edits without a connection are part of the next handshake. If the queue sent them again, their acknowledgement would count as
 * that of the handshake, and the work would be reported as saved too early.
 */
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider';

/** The code of a connection that ended without a closing handshake (RFC 6455, section 7.1.5). */
const abnormalClosure = 1006;

export class Socket extends HocuspocusProviderWebsocket {
  override send(message: unknown): void {
    if (this.webSocket?.readyState === WebSocket.OPEN) super.send(message);
  }

  /** Ends the connection without a closing handshake, which waits for an answer from the server. */
  abandon(): void {
    if (this.webSocket !== null) this.emit('close', { event: { code: abnormalClosure, reason: 'abandoned' } });
  }
}
