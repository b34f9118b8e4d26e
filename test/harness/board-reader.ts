/** A reader of a published board: applies the messages that it gets, as the page does. */
import { WebSocket } from 'ws';

import { afterMessage, type PublishedBoard, type PublishedMessage } from '#core/published/board.ts';

import { until } from './editor.ts';

export class BoardReader {
  readonly socket: WebSocket;
  board: PublishedBoard | null = null;
  readonly messages: PublishedMessage[] = [];
  /** All that it got, as text. */
  received = '';
  closeCode: number | null = null;
  /** The HTTP status of a refused upgrade. */
  refusedWith: number | null = null;

  /** `url`: the node's. `query`: such as `?tab=…`. */
  constructor(url: string, secret: string, query = '', headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}/p/${secret}/live${query}`, { headers, perMessageDeflate: false });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) throw new Error('readers get text');
      const text = data.toString();
      const message = JSON.parse(text) as PublishedMessage;
      this.received += text;
      this.messages.push(message);
      this.board = afterMessage(this.board, message);
    });
    this.socket.on('close', (code) => {
      this.closeCode = code;
    });
    this.socket.on('unexpected-response', (request, response) => {
      this.refusedWith = response.statusCode ?? 0;
      request.destroy();
    });
    this.socket.on('error', () => undefined);
  }

  /** Resolves when the board has arrived, or the connection was refused or closed. */
  async opened(): Promise<this> {
    await until(
      () => this.board !== null || this.refusedWith !== null || this.closeCode !== null,
      20_000,
      'a reader gets a board',
    );
    return this;
  }

  labels(): string[] {
    return Array.from(this.board?.elements.values() ?? [], (element) => element.label ?? '').toSorted();
  }

  close(): void {
    this.socket.terminate();
  }
}
