/**
 * server: where the server is, and how the page proves to it who is there.
 *
 * The editor is a page of its server, and its cookie goes with every request. A chat board is a page of another origin: it sets the
 * address and a ticket before its first call (chat/main.tsx).
 */
export type Server = {
  /** Scheme and host; empty: those of the page. */
  readonly origin: string;
  /** The path of the live protocol. */
  readonly socketPath: string;
  /** The ticket of a chat board; undefined: cookies. `renew`: the last one was refused. */
  readonly ticket?: (options: { readonly renew: boolean }) => Promise<string>;
};

class ServerInUse {
  #server: Server = { origin: '', socketPath: '/collab' };

  get(): Server {
    return this.#server;
  }

  set(server: Server): void {
    this.#server = server;
  }
}

/** One for each page. */
export const server = new ServerInUse();
