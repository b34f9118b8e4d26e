/**
 * The chat board as an MCP App (revision 2026-01-26): a small page that loads the board from this installation, under a policy that
 * names it alone. Clients that do not know MCP Apps show the text and the picture of an answer as ever.
 */
import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities, type Tool } from '@modelcontextprotocol/server';

import type { McpTool } from './tool.ts';

export const boardUri = 'ui://atelier/board';
export const boardMimeType = 'text/html;profile=mcp-app';
export const boardTitle = 'A board beside the chat';

/** What clients that show MCP Apps declare. */
const extension = 'io.modelcontextprotocol/ui';

/** What a client declares with a call of the current revision. The type of the envelope does not name its members. */
export const capabilitiesIn = (envelope: object | undefined): ClientCapabilities | undefined =>
  (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;

/** False only for a client that says what it can do, and not this. */
export const mayShowApps = (capabilities: { readonly extensions?: object | undefined } | undefined): boolean =>
  capabilities === undefined || (capabilities.extensions !== undefined && extension in capabilities.extensions);

/** `_meta` of a tool in the list. */
export function boardMeta({ hasBoard, isForBoards }: McpTool): Pick<Tool, '_meta'> {
  if (hasBoard === true) return { _meta: { ui: { resourceUri: boardUri } } };
  return isForBoards === true ? { _meta: { ui: { visibility: ['app'] } } } : {};
}

/** `origin`: scheme and host of this installation, as the person's browser reaches it. */
export function boardResource(origin: string) {
  return {
    uri: boardUri,
    mimeType: boardMimeType,
    text: boardPage(origin),
    _meta: {
      ui: { csp: { connectDomains: [origin, origin.replace(/^http/, 'ws')], resourceDomains: [origin] }, prefersBorder: true },
    },
  };
}

const boardPage = (origin: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>Atelier</title>
    <link rel="stylesheet" crossorigin href="${origin}/chat/board.css" />
    <script type="module" crossorigin src="${origin}/chat/board.js"></script>
  </head>
  <body></body>
</html>
`;
