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
  /** In order; `file` is the path of a text that is no command. */
  readonly steps: readonly { readonly label: string; readonly text: string }[];
};

/** `origin` is the server's, as `https://atelier.example.org`; `secret` the token's. */
export function setupLines(origin: string, secret: string): readonly Setup[] {
  const mcp = `${origin}/mcp`;
  const keep = { label: homeTexts.setToken, text: `export ATELIER_TOKEN=${secret}` };
  return [
    {
      client: 'claude-code',
      title: 'Claude Code',
      steps: [
        keep,
        {
          label: homeTexts.addServer,
          text: `claude mcp add --transport http atelier ${quoted(mcp)} --header "Authorization: Bearer $ATELIER_TOKEN"`,
        },
      ],
    },
    {
      client: 'cursor',
      title: 'Cursor',
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
      steps: [
        keep,
        { label: homeTexts.setServerUrl, text: `export ATELIER_URL=${quoted(`${origin}/api/v1`)}` },
        { label: homeTexts.tryIt, text: 'npx atelier doc ls' },
      ],
    },
    {
      client: 'curl',
      title: 'curl',
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
