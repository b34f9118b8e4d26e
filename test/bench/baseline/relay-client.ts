/** A socket of the bare relay. */
import { WebSocket } from 'ws';

export class RelayClient {
  received = 0;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', () => {
      this.received += 1;
    });
  }

  static async connect(url: string): Promise<RelayClient> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new RelayClient(socket);
  }

  /** Requests the document: `join` from the memory of the relay, `open` from its disk. Resolves when it has arrived. */
  fetch(how: 'join' | 'open'): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.once('message', () => resolve());
      this.#socket.send(how);
    });
  }

  /** Calls the listener with the bytes of each message. */
  onMessage(listener: (data: Buffer) => void): void {
    this.#socket.on('message', listener);
  }

  send(data: Uint8Array): void {
    this.#socket.send(data);
  }

  close(): void {
    this.#socket.terminate();
  }
}
