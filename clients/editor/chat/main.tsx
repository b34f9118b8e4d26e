/** main: starts a chat board: learns from the host what to show, and gets a ticket for it. */
import { createRoot } from 'react-dom/client';

import { server } from '../api/server.ts';
import { chatTexts } from '../strings/chat.ts';
import { showAppearance } from '../ui/appearance.ts';
import '../ui/base.css';
import { Notice } from '../ui/notice.tsx';
import { Provider } from '../ui/provider.tsx';
import { BoardTickets } from './board-ticket.ts';
import { type BoardTarget, boardTarget } from './board-target.ts';
import { ChatBoard } from './chat-board.tsx';
import { ChatHost, type ToolResult } from './chat-host.ts';

/** A board is as high as half its width, within these bounds. */
const heights = { least: 320, most: 560 } as const;

const root = createRoot(document.body.appendChild(document.createElement('div')));
const origin = new URL(import.meta.url).origin;
let input: Readonly<Record<string, unknown>> = {};

const host = new ChatHost(window.parent, {
  onInput: (asked) => {
    input = asked;
  },
  onResult: (result) => void show(result),
  onContext: ({ theme }) => {
    if (theme !== undefined) showAppearance(document.documentElement, theme);
  },
  onEnd: () => {
    root.unmount();
    return Promise.resolve();
  },
});

async function show(result: ToolResult): Promise<void> {
  const target = boardTarget(input, result);
  if (target === null || result.isError === true) return root.render(<Notice kind="info">{chatTexts.nothingToShow}</Notice>);
  try {
    await inView();
    await open(target);
  } catch {
    root.render(<Notice kind="error">{chatTexts.notOpened}</Notice>);
  }
}

/** A conversation may have many boards: only those that were looked at have a connection. */
const inView = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });

async function open(target: BoardTarget): Promise<void> {
  const tickets = new BoardTickets(host, target.document);
  const ticket = async (options: { readonly renew: boolean }): Promise<string> => (await tickets.get(options)).ticket;
  server.set({ origin, socketPath: '/collab/chat', ticket });
  await ticket({ renew: false });
  const address = async (): Promise<string> => {
    const { url } = await tickets.get({ renew: false });
    return target.tab === null ? url : `${url}/${target.tab}`;
  };
  root.render(
    <Provider>
      <ChatBoard host={host} target={target} address={address} />
    </Provider>,
  );
}

const fit = (): void =>
  host.sizeChanged(Math.round(Math.min(heights.most, Math.max(heights.least, document.documentElement.clientWidth / 2))));
addEventListener('resize', fit);
await host.begin('1');
fit();
