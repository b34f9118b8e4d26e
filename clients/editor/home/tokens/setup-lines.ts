/**
 * setup-lines: the lines to paste so that an agent or a terminal works on this server.
 *
 * The secret is in one line alone, which keeps it in the environment; files name the variable, so that they can be shared. Lines
 * for a shell quote the server's address. docs/agents.md says the same in words.
 */
import { homeTexts } from '../../strings/home.ts';

export type Setup = {
  readonly client: string;
  readonly title: string;
  /** In order, for a client that opens the consent page in the browser by itself: the address is all that it needs. */
  readonly signIn: readonly SetupStep[];
  /** In order, with a token; none for a client that takes none. */
  readonly steps: readonly SetupStep[];
};
export type SetupStep = { readonly label: string; readonly text: string };

/** `origin` is the server's, as `https://atelier.example.org`; `secret` the token's. */
export function setupLines(origin: string, secret: string): readonly Setup[] {
  const mcp = `${origin}/mcp`;
  const keep = { label: homeTexts.setToken, text: `export ATELIER_TOKEN=${secret}` };
  return [
    {
      client: 'claude-code',
      title: 'Claude Code',
      signIn: [{ label: homeTexts.addServerAndSignIn, text: `claude mcp add --transport http atelier ${quoted(mcp)}` }],
      steps: [
        keep,
        {
          label: homeTexts.addServer,
          text: `claude mcp add --transport http atelier ${quoted(mcp)} --header "Authorization: Bearer $ATELIER_TOKEN"`,
        },
      ],
    },
    {
      client: 'hosted',
      title: 'claude.ai, ChatGPT',
      signIn: [{ label: homeTexts.addConnector, text: mcp }],
      steps: [],
    },
    {
      client: 'cursor',
      title: 'Cursor',
      signIn: [{ label: homeTexts.inFile('.cursor/mcp.json'), text: json({ mcpServers: { atelier: { url: mcp } } }) }],
      steps: [
        keep,
        {
          label: homeTexts.inFile('.cursor/mcp.json'),
          text: json({ mcpServers: { atelier: { url: mcp, headers: { Authorization: 'Bearer ${env:ATELIER_TOKEN}' } } } }),
        },
      ],
    },
    {
      client: 'vs-code',
      title: 'VS Code',
      signIn: [{ label: homeTexts.inFile('.vscode/mcp.json'), text: json({ servers: { atelier: { type: 'http', url: mcp } } }) }],
      steps: [
        { label: homeTexts.enterToken, text: secret },
        {
          label: homeTexts.inFile('.vscode/mcp.json'),
          text: json({
            inputs: [{ type: 'promptString', id: 'atelier-token', description: 'Atelier API token', password: true }],
            servers: { atelier: { type: 'http', url: mcp, headers: { Authorization: 'Bearer ${input:atelier-token}' } } },
          }),
        },
      ],
    },
    {
      client: 'cli',
      title: homeTexts.commandLine,
      signIn: [],
      steps: [
        keep,
        { label: homeTexts.setServerUrl, text: `export ATELIER_URL=${quoted(`${origin}/api/v1`)}` },
        { label: homeTexts.tryIt, text: 'npx atelier doc ls' },
      ],
    },
    {
      client: 'curl',
      title: 'curl',
      signIn: [],
      steps: [
        keep,
        {
          label: homeTexts.tryIt,
          text: `curl -s ${quoted(`${origin}/api/v1/documents`)} -H "Authorization: Bearer $ATELIER_TOKEN"`,
        },
      ],
    },
  ];
}

const json = (value: object): string => JSON.stringify(value, null, 2);
/** For a POSIX shell; plain addresses are not quoted. */
const quoted = (text: string): string => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
