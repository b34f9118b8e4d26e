/** relay-client: a socket at the bare relay. */
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

  /** Asks for the document: `join` from the relay's memory, `open` from its disk. Resolves when it is here. */
  fetch(how: 'join' | 'open'): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.once('message', () => resolve());
      this.#socket.send(how);
    });
  }

  send(data: Uint8Array): void {
    this.#socket.send(data);
  }

  close(): void {
    this.#socket.terminate();
  }
}
