/** client.test-support: the official client, connected to the tool server of a real node. Over stdin and stdout: stdio-client.test-support.ts. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The revision of the protocol that a client begins with: the present one, or those that begin with `initialize`. */
export type Era = 'modern' | 'legacy';

export type Target = {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly token: string;
};

export const newClient = (era: Era): Client =>
  new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );

export async function overHttp({ origin, token }: Target, era: Era = 'modern'): Promise<Client> {
  const client = newClient(era);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  return client;
}

export type Answered = {
  readonly isError: boolean;
  /** Untyped: tests look into answers of every form. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly text: string;
  readonly image: { readonly data: string; readonly mimeType: string } | null;
};

/** Calls a tool and takes its answer apart. */
export async function callTool(client: Client, name: string, values: Record<string, unknown> = {}): Promise<Answered> {
  const answer = await client.callTool({ name, arguments: values });
  const texts = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const image = answer.content.find((part) => part.type === 'image');
  return {
    isError: answer.isError === true,
    body: answer.structuredContent,
    text: texts.join('\n'),
    image: image === undefined ? null : { data: image.data, mimeType: image.mimeType },
  };
}

/** What stands between the marks. */
export const dataOf = (text: string): string => /<(document-data-[0-9a-f]{16})>\n([^]*)\n<\/\1>$/.exec(text)?.[2] ?? '';
