/**
 * socket: the provider's WebSocket, without its queue.
 *
 * What is written while no connection stands is carried by the next handshake; sent again beside it, its acknowledgement
 * would be taken for that of the handshake, and "saved" be said too early.
 */
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider';

export class Socket extends HocuspocusProviderWebsocket {
  override send(message: unknown): void {
    if (this.webSocket?.readyState === WebSocket.OPEN) super.send(message);
  }
}
