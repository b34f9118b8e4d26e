/** The official client, connected to the tool server of a real node over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The revision of the protocol that a client begins with: the current one, or an older one with `initialize`. */
export type Era = 'modern' | 'legacy';

export type McpTarget = {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly token: string;
};

export const newClient = (era: Era): Client =>
  new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );

export async function overHttp({ origin, token }: McpTarget, era: Era = 'modern'): Promise<Client> {
  const client = newClient(era);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  return client;
}

export type ToolReply = {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The code and numbers of a refusal; null for a success. */
  readonly problem: Readonly<Record<string, unknown>> | null;
  readonly image: { readonly data: string; readonly mimeType: string } | null;
};

/** Calls a tool and takes its answer apart. */
export async function callTool(client: Client, name: string, values: Record<string, unknown> = {}): Promise<ToolReply> {
  const answer = await client.callTool({ name, arguments: values });
  const texts = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const image = answer.content.find((part) => part.type === 'image');
  return {
    isError: answer.isError === true,
    text: texts.join('\n'),
    data: (answer.structuredContent as Record<string, unknown> | undefined) ?? null,
    problem: (answer._meta?.['atelier/problem'] as Record<string, unknown> | undefined) ?? null,
    image: image === undefined ? null : { data: image.data, mimeType: image.mimeType },
  };
}

/** The text between the marks. */
export const dataOf = (text: string): string => /<(document-data-[0-9a-f]{16})>\n([^]*)\n<\/\1>$/.exec(text)?.[2] ?? '';

/** The first id of a kind in the answer; empty if there is none. */
export const idIn = ({ text }: ToolReply, kind: string): string => new RegExp(`\\b${kind}_[0-9a-z]{16,}`).exec(text)?.[0] ?? '';

/** The lines of an answer that are JSON. Untyped: tests look into answers of every form. */
export const jsonIn = ({ text }: ToolReply): ReturnType<typeof JSON.parse>[] =>
  dataOf(text)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as ReturnType<typeof JSON.parse>);
