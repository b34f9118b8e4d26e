/**
 * socket: the provider's WebSocket, without its queue.
 *
 * What is written while no connection stands is carried by the next handshake; sent again beside it, its acknowledgement
 * would be taken for that of the handshake, and "saved" be said too early.
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
