/** The tool server for one caller: its tools, the reference of the changeset language, and the prompt (SPEC.md). */
import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

import { Service } from '#clients/service/service.ts';
import type { TokenAccess } from '#schema/access.ts';

import { boardMeta, boardMimeType, boardResource, boardTitle, boardUri, capabilitiesIn, mayShowApps } from './board-app.ts';
import { toolResult, lostOf, refusalOf, refusedAnswer } from './answer.ts';
import { drawingPrompt, guideName, guideSummary, guideTitle, guideUri } from './changesets-guide.ts';
import { checkArguments } from './check-arguments.ts';
import { helpTemplate, helpText, helpTitle, helpUri, reference } from './help.ts';
import { listedInputs } from './listed-input.ts';
import type { McpTool, ToolCall } from './tool.ts';
import { tools } from './tools/list.ts';
import { untrustedNote } from './untrusted.ts';

export type ToolCaller = {
  /** The API root that calls go to. */
  readonly url: string;
  readonly token: string;
  /** What the token may do; unknown: as if it may write. */
  readonly access: () => Promise<TokenAccess | null>;
};

export type CreateServerOptions = ToolCaller & {
  /** Scheme and host of this installation, as the person's browser reaches it. */
  readonly origin: string;
  /** Of this installation. */
  readonly version: string;
  /** Aborted when this server is about to shut down. */
  readonly ending: AbortSignal;
  readonly onFault: (error: unknown, tool: string) => void;
};

const instructions = `Atelier is a canvas where people and agents draw in the same documents. Start with list_documents and read_tab, or with create_document, which can draw as well; hand the address in its answer to people. Draw with update_document: send the rev that you read as baseRev, fix what the lint in the answer finds, look with render_tab. help explains how to draw, each operation and each tool. Ask people with comment and wait_for_comment; people hand you work that wait_for_task gives you. ${untrustedNote}`;

export function createServer({ url, origin, token, access, version, ending, onFault }: CreateServerOptions): Server {
  const server = new Server(
    { name: 'atelier', title: 'Atelier', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  server.setRequestHandler('tools/list', async (_request, { mcpReq }): Promise<ListToolsResult> => {
    const isReader = (await access()) === 'read';
    // The current revision says it with each call; of older ones, only a connection that lasts knows.
    const apps = mayShowApps(capabilitiesIn(mcpReq.envelope) ?? server.getClientCapabilities());
    return {
      tools: toolDescriptions(
        tools.filter(({ effect }) => !isReader || effect === 'read'),
        { apps },
      ),
    };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool with this name: ${tools.map(({ name }) => name).join(', ')}.`,
      );
    const service = new Service({ url, token, signal: context.mcpReq.signal });
    return call(tool, params.arguments ?? {}, { service, ending, progress: progressOf(context) }, onFault);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: [
      { uri: guideUri, name: guideName, title: guideTitle, description: guideSummary, mimeType: 'text/markdown' },
      { uri: boardUri, name: 'board', title: boardTitle, mimeType: boardMimeType },
    ],
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: helpTemplate, name: 'help', title: helpTitle, mimeType: 'text/markdown' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => {
    const help = params.uri.startsWith(helpUri) ? helpText(params.uri.slice(helpUri.length), tools) : null;
    if (help !== null) return { contents: [{ uri: params.uri, mimeType: 'text/markdown', text: help }] };
    if (params.uri === boardUri) return { contents: [boardResource(origin)] };
    if (params.uri !== guideUri) throw new ResourceNotFoundError(params.uri);
    return { contents: [{ uri: guideUri, mimeType: 'text/markdown', text: reference() }] };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      {
        name: guideName,
        title: 'Draw with changesets',
        description: `How to draw on a canvas. ${guideSummary}`,
        arguments: [{ name: 'task', description: 'What to draw or change, in your words.', required: false }],
      },
    ],
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (params.name !== guideName) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The one prompt is ${guideName}.`);
    const text = drawingPrompt(params.arguments?.['task']);
    return { description: guideTitle, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

/** Faults of our own are logged for the operator; the model gets an answer without their details. */
async function call(
  tool: McpTool,
  values: unknown,
  means: ToolCall,
  onFault: CreateServerOptions['onFault'],
): Promise<CallToolResult> {
  const fault = checkArguments(tool, values);
  if (fault !== null) return refusalOf(fault);
  try {
    return toolResult(await tool.run(values, means));
  } catch (error) {
    const refused = refusedAnswer(error);
    if (refused !== null) return refused;
    onFault(error, tool.name);
    return lostOf({ code: 'internal_error', status: 500, detail: 'The tool server failed.' });
  }
}

/** Notifies a client that asked for progress: each notification restarts its timeout. */
function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message };
    // If the client has disconnected, the signal ends its call.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Tools as `tools/list` describes them; `apps`: the client may show MCP Apps. The note on untrusted text is in the instructions and in each answer. */
export function toolDescriptions(listed: readonly McpTool[], { apps }: { readonly apps: boolean }): ListToolsResult['tools'] {
  const offered = listed.filter(({ isForBoards }) => apps || isForBoards !== true);
  return listedInputs(offered).map(({ tool, inputSchema }) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema,
    annotations: {
      readOnlyHint: tool.effect === 'read',
      // For tools that write; a tool that reads destroys nothing.
      ...(tool.effect !== 'read' && { destructiveHint: tool.effect === 'destructive', idempotentHint: tool.idempotent }),
      openWorldHint: false,
    },
    ...(apps && boardMeta(tool)),
  }));
}
