/** tab: `tab …`: tabs in their views, and as pictures. */
import { writeFile } from 'node:fs/promises';

import type { Command } from 'commander';

import type { Document } from '#schema/document.ts';

import { UsageError } from '../exit-codes.ts';
import { count, table } from '#clients/text/table.ts';
import { integer, number } from '../values.ts';
import type { Open } from './command.ts';

type TabOption = { tab?: string };

export function addTab(program: Command, open: Open): void {
  const tab = program.command('tab').summary('tabs: list, make, read, lint, compare, draw');

  tab
    .command('ls <doc>')
    .summary('list the tabs of a document')
    .action(async (document: string, _options, command) => {
      const { readDocument } = await import('#clients/verbs/documents.ts');
      const session = open(command);
      const { tabs } = await readDocument.run({ document }, await session.service());
      session.show({ json: { tabs }, id: tabs.map(({ id }) => id).join('\n'), text: () => rows(tabs) });
    });

  tab
    .command('new <doc> <name>')
    .summary('make a tab')
    .option('--theme <theme>', 'light, dark, paper, contrast, blueprint, or a custom one')
    .action(async (document: string, name: string, { theme }: { theme?: string }, command) => {
      const { createTab } = await import('#clients/verbs/tabs.ts');
      const session = open(command);
      const made = await createTab.run({ document, name, ...(theme !== undefined && { theme }) }, await session.service());
      session.show({ json: made, id: made.tab.id, text: () => rows([made.tab]) });
    });

  onTab(tab.command('show <doc>').summary('read a tab as text'))
    .option('--view <view>', 'outline, lines, lint or comments', 'outline')
    .option('--budget <tokens>', 'fold frames so that the outline takes no more', integer)
    .option('--all', 'with --view comments: also resolved threads')
    .addHelpText(
      'after',
      '\nExamples:\n  atelier tab show "Payments" --budget 2000\n  atelier tab show "Payments" --tab Flow --view lines > flow.txt',
    )
    .action(
      async (document: string, { view, ...options }: TabOption & { view: string; budget?: number; all?: boolean }, command) => {
        const verbs = await import('#clients/verbs/tabs.ts');
        const session = open(command);
        if (session.options.json === true) {
          const reading = await verbs.readElements.run({ document, ...only(options.tab) }, await session.service());
          return session.show({ json: reading, text: () => '' });
        }
        const known = verbs.textViews.find((name) => name === view);
        if (known === undefined) throw new UsageError(`There is no view ${view}: ${verbs.textViews.join(', ')}.`);
        const text = await verbs.readTab.run({ document, view: known, ...options }, await session.service());
        session.show({ json: text, text: () => text });
      },
    );

  onTab(tab.command('lint <doc>').summary('what is wrong with a drawing, and how to mend it')).action(
    async (document: string, options: TabOption, command) => {
      const { readTab } = await import('#clients/verbs/tabs.ts');
      const session = open(command);
      const text = await readTab.run({ document, view: 'lint', ...options }, await session.service());
      session.show({ json: { text }, text: () => text });
    },
  );

  onTab(tab.command('diff <doc>').summary('what changed since a revision'))
    .requiredOption('--since <rev>', 'the revision to compare with', integer)
    .addHelpText('after', '\nExample:\n  atelier tab diff "Payments" --since 12')
    .action(async (document: string, options: TabOption & { since: number }, command) => {
      const { diffTab } = await import('#clients/verbs/tabs.ts');
      const session = open(command);
      const diff = await diffTab.run({ document, ...options }, await session.service());
      session.show({ json: diff, text: () => diff.text });
    });

  onTab(tab.command('render <doc>').summary('draw a tab as a picture'))
    .description('Draws a tab as SVG; as PNG with --png, or when the file is named so.')
    .option('-o, --output <file>', 'write the picture there instead of to stdout')
    .option('--png', 'a PNG')
    .option('--scale <number>', 'of a PNG: 0.25 to 4 (default: 1)', number)
    .option('--theme <theme>', "another theme than the tab's")
    .option('--elements <refs>', 'only these elements, with commas between them')
    .option('--padding <pixels>', 'space on each side', integer)
    .addHelpText('after', '\nExample:\n  atelier tab render "Payments" -o payments.png --scale 2')
    .action(async (document: string, { output, png, scale, ...options }: RenderOptions, command) => {
      const { drawTab, renderTab } = await import('#clients/verbs/tabs.ts');
      const session = open(command);
      const isPng = png === true || output?.toLowerCase().endsWith('.png') === true;
      if (!isPng && scale !== undefined) throw new UsageError('--scale is for a PNG.');
      if (isPng && output === undefined && session.io.stdout.isTTY === true)
        throw new UsageError('A PNG is nothing for a terminal: name a file with -o.');
      const service = await session.service();
      const picture = isPng
        ? await renderTab.run({ document, ...options, ...(scale !== undefined && { scale }) }, service)
        : await drawTab.run({ document, ...options }, service);
      if (output === undefined) session.io.stdout.write(picture);
      else await write(output, picture);
    });
}

type RenderOptions = TabOption & {
  output?: string;
  png?: boolean;
  scale?: number;
  theme?: string;
  elements?: string;
  padding?: number;
};

const onTab = (command: Command): Command => command.option('--tab <tab>', "the tab's id or name (default: the first)");
const only = (tab: string | undefined): TabOption => (tab === undefined ? {} : { tab });

const rows = (tabs: Document['tabs']): string =>
  table(
    tabs.map(({ id, name, mode, rev, elements, arrows, locked }) => [
      id,
      name,
      mode,
      `rev ${rev}`,
      count(elements, 'element'),
      count(arrows, 'arrow'),
      locked ? 'locked' : '',
    ]),
  );

async function write(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be written.`, { cause: error });
  }
}
