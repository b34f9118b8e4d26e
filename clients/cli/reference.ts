/** Writes docs/cli.md from the tree of commands: the help of each. */
import { PassThrough, Readable } from 'node:stream';

import type { Command } from 'commander';

import { createProgram } from './main.ts';

/** The page as Markdown. */
export async function cliReference(): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { stdin: Readable.from([]), stdout, stderr, env: {}, signal: new AbortController().signal };
  return `${head}\n${pages(await createProgram(io, () => true)).join('\n')}`;
}

function pages(command: Command): string[] {
  const subcommands = command.commands.filter((one) => one.name() !== 'help');
  if (subcommands.length > 0) return subcommands.flatMap(pages);
  return [`## ${nameOf(command)}\n\n\`\`\`text\n${helpOf(command).trim()}\n\`\`\`\n`];
}

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 100 });
  command.outputHelp();
  return text;
}

const head = `# The command line

\`atelier\` calls a server's REST interface with a token. In a checkout, and where the package is installed, it is
\`npx atelier\`; \`npm link\` puts it on the path. This page is generated from the commands (\`npm run docs\`).

\`atelier login\` stores the server's address and a token for you; \`ATELIER_URL\` (the API root, such as
\`http://127.0.0.1:4100/api/v1\`, or the server's address alone) and \`ATELIER_TOKEN\` take precedence over what is stored. A document
is named by its id, by its name if only one has it, or by the address of its page; a tab by its id or name, by default the first.

Every command takes \`--json\` (the server's answer, whole) and \`-q\` (only the id of what was created). Text of other people is
printed without control characters. Calls are safe to repeat: each write carries an Idempotency-Key and is sent once more if the
server was restarting or the answer was lost.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | refused by the server: code, message and hint are on stderr; a file with a fault; for \`lint\`, findings that \`--fail-on\` names |
| 2 | wrong usage |
| 3 | the server cannot be reached |
| 4 | \`wait\` timed out; \`push\` found nothing to push |
| 5 | \`pull\` or \`push\` found a conflict, and wrote nothing |
| 130 | interrupted |
`;
