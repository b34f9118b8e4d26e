/** The table of tools in docs/agents.md, from the tools themselves. */
import { tools } from './tools/list.ts';

const effects = { read: 'reads', write: 'writes', destructive: 'writes, may replace or remove' } as const;

/** As Markdown. */
export function toolsTable(): string {
  const rows = tools.map(({ name, input, effect, description }) => {
    const required = (input.required as readonly string[] | undefined) ?? [];
    const names = Object.keys(input.properties).map((argument) => (required.includes(argument) ? `**${argument}**` : argument));
    // The lines after the first are a reference for models.
    const [said = ''] = description.split('\n');
    return `| \`${name}\` | ${names.join(', ')} | ${effects[effect]} | ${said.replaceAll('|', '\\|')} |`;
  });
  return ['| tool | arguments (**needed**) | | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const [start, end] = ['<!-- tools -->', '<!-- /tools -->'];

/** The page with its current table. */
export function withToolsTable(page: string): string {
  const [before = '', rest = ''] = page.split(start);
  return `${before}${start}\n\n${toolsTable()}\n\n${end}${rest.split(end)[1] ?? ''}`;
}
