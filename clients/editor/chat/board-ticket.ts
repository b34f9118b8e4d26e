/** board-ticket: the ticket of a board, from a tool that only boards call; renewed before it expires. */
import type { ChatHost } from './chat-host.ts';

export type BoardTicket = { readonly ticket: string; readonly expiresAt: number; readonly url: string };

/** Requested this long before the last one expires. */
const spareMs = 60_000;

export class BoardTickets {
  readonly #host: Pick<ChatHost, 'callTool'>;
  readonly #documentId: string;
  #last: Promise<BoardTicket> | null = null;

  constructor(host: Pick<ChatHost, 'callTool'>, documentId: string) {
    this.#host = host;
    this.#documentId = documentId;
  }

  /** Throws if the host or the server refuses. */
  async get({ renew }: { readonly renew: boolean }): Promise<BoardTicket> {
    const last = renew ? null : await this.#last;
    if (last !== null && last.expiresAt - Date.now() > spareMs) return last;
    this.#last = this.#request();
    try {
      return await this.#last;
    } catch (error) {
      this.#last = null;
      throw error;
    }
  }

  async #request(): Promise<BoardTicket> {
    const { isError, content, _meta: meta } = await this.#host.callTool('open_board', { document: this.#documentId });
    const ticket = meta?.['atelier/ticket'];
    if (isError === true || !isTicket(ticket)) throw new Error(content?.[0]?.text ?? 'no ticket');
    return ticket;
  }
}

const isTicket = (value: unknown): value is BoardTicket =>
  typeof value === 'object' &&
  value !== null &&
  'ticket' in value &&
  typeof value.ticket === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number' &&
  'url' in value &&
  typeof value.url === 'string';
