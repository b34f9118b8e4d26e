/**
 * chat-host: the page's side of MCP Apps (revision 2026-01-26): messages of JSON-RPC to the window of the host, and from it.
 *
 * The host's origin is unknown, so messages are sent to any; none has a secret. Messages of other windows are ignored.
 */

/** The page's part of the host's context. */
export type HostContext = { readonly theme?: 'light' | 'dark' };

/** The result of a tool; `_meta` is not shown to the model. */
export type ToolResult = {
  readonly isError?: boolean;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly _meta?: Readonly<Record<string, unknown>>;
};

export type HostEvents = {
  /** The arguments of the call that the board is shown for. */
  readonly onInput: (input: Readonly<Record<string, unknown>>) => void;
  readonly onResult: (result: ToolResult) => void;
  readonly onContext: (context: HostContext) => void;
  /** The host is about to remove the board. */
  readonly onEnd: () => Promise<void>;
};

type Message = {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
};
type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void };

const protocolVersion = '2026-01-26';
/** JSON-RPC: method not found. */
const unknownMethod = -32_601;

export class ChatHost {
  readonly #parent: Window;
  readonly #events: HostEvents;
  readonly #waiting = new Map<number, Waiting>();
  #sent = 0;
  #capabilities: Readonly<Record<string, unknown>> = {};

  constructor(parent: Window, events: HostEvents) {
    this.#parent = parent;
    this.#events = events;
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source === parent && isMessage(data)) void this.#take(data);
    });
  }

  /** Introduces the page. The host sends nothing before. */
  async begin(version: string): Promise<void> {
    const answer = (await this.#ask('ui/initialize', {
      appInfo: { name: 'Atelier', version },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion,
    })) as { readonly hostContext?: HostContext; readonly hostCapabilities?: Readonly<Record<string, unknown>> };
    this.#capabilities = answer.hostCapabilities ?? {};
    this.#events.onContext(answer.hostContext ?? {});
    this.#notify('ui/notifications/initialized', {});
  }

  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    return this.#ask('tools/call', { name, arguments: args }) as Promise<ToolResult>;
  }

  async openLink(url: string): Promise<void> {
    await this.#ask('ui/open-link', { url });
  }

  get takesModelContext(): boolean {
    return 'updateModelContext' in this.#capabilities;
  }

  /** What the model reads before the person's next message, in place of what it was told last. */
  async updateModelContext(text: string): Promise<void> {
    await this.#ask('ui/update-model-context', { content: text === '' ? [] : [{ type: 'text', text }] });
  }

  sizeChanged(height: number): void {
    this.#notify('ui/notifications/size-changed', { height });
  }

  async #take({ id, method, params, result, error }: Message): Promise<void> {
    if (method === undefined) {
      const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
      if (waiting === undefined) return;
      this.#waiting.delete(Number(id));
      if (error === undefined) waiting.resolve(result);
      else waiting.reject(new Error(error.message ?? 'the host refused'));
      return;
    }
    if (id === undefined) return this.#takeNotice(method, params);
    if (method === 'ui/resource-teardown') await this.#events.onEnd();
    const isKnown = method === 'ping' || method === 'ui/resource-teardown';
    this.#send(
      isKnown ? { id, result: {} } : { id, error: { code: unknownMethod, message: 'The board does not know this method.' } },
    );
  }

  #takeNotice(method: string, params: unknown): void {
    const { onInput, onResult, onContext } = this.#events;
    if (method === 'ui/notifications/tool-input')
      onInput((params as { readonly arguments?: Readonly<Record<string, unknown>> }).arguments ?? {});
    else if (method === 'ui/notifications/tool-result') onResult(params as ToolResult);
    else if (method === 'ui/notifications/host-context-changed') onContext(params as HostContext);
  }

  #ask(method: string, params: unknown): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  #notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    this.#parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'jsonrpc' in data && data.jsonrpc === '2.0';
