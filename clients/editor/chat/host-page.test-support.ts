/** The page of the reference host: the official bridge, and the frame of the board. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { CallToolResult } from '@modelcontextprotocol/client';

type Shown = {
  readonly view: string;
  readonly theme: 'light' | 'dark';
  readonly args: Record<string, unknown>;
  readonly result: CallToolResult;
};
type Exposed = {
  callTool(params: unknown): Promise<CallToolResult>;
  openLink(url: string): Promise<void>;
  modelContext(text: string): Promise<void>;
  showBoard(shown: Shown): Promise<void>;
};
const exposed = globalThis as unknown as Exposed;

exposed.showBoard = async ({ view, theme, args, result }) => {
  const frame = document.querySelector('iframe');
  if (frame?.contentWindow === null || frame === null) throw new Error('no frame');
  // Without an origin of its own: no storage, no cookies.
  frame.setAttribute('sandbox', 'allow-scripts');
  const bridge = new AppBridge(
    null,
    { name: 'Reference host', version: '1' },
    { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } },
    { hostContext: { theme, displayMode: 'inline' } },
  );
  bridge.oncalltool = (params) => exposed.callTool(params);
  bridge.onopenlink = async ({ url }) => {
    await exposed.openLink(url);
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content = [] }) => {
    await exposed.modelContext(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
    return {};
  };
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  });
  bridge.addEventListener('initialized', () => {
    void (async () => {
      await bridge.sendToolInput({ arguments: args });
      await bridge.sendToolResult(result);
    })();
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = view;
};
