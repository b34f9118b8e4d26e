/** Commands of `tab` that are more than a verb: they choose a view or a format, and write files. */
import { writeFile } from 'node:fs/promises';

import type { Command } from 'commander';

import { UsageError } from '../exit-codes.ts';
import { integer, number } from '../values.ts';
import type { Open } from './command.ts';

type TabOption = { tab?: string };

export function addTab(tab: Command, open: Open): void {
  onTab(tab.command('show <doc>').summary('read a tab as text'))
    .option('--view <view>', 'outline, lines, lint or comments', 'outline')
    .option('--budget <tokens>', 'fold frames so that the outline takes no more', integer)
    .option('--all', 'with --view comments: also resolved threads')
    .option('--at <moment>', 'as it was then: a revision, a time such as 2026-11-01T12:00:00Z, or the id of a version')
    .addHelpText(
      'after',
      '\nExamples:\n  atelier tab show "Payments" --budget 2000\n  atelier tab show "Payments" --tab Flow --view lines > flow.txt',
    )
    .action(
      async (
        document: string,
        { view, ...options }: TabOption & { view: string; budget?: number; all?: boolean; at?: string },
        command,
      ) => {
        const verbs = await import('#clients/verbs/tabs.ts');
        const session = open(command);
        if (session.options.json === true) {
          const { tab: name, at } = options;
          const reading = await verbs.readElements.run(
            { document, ...(name !== undefined && { tab: name }), ...(at !== undefined && { at }) },
            await session.service(),
          );
          return session.show({ json: reading, text: () => '' });
        }
        const textView = verbs.textViews.find((name) => name === view);
        if (textView === undefined) throw new UsageError(`There is no view ${view}: ${verbs.textViews.join(', ')}.`);
        const text = await verbs.readTab.run({ document, view: textView, ...options }, await session.service());
        session.show({ json: text, text: () => text });
      },
    );

  onTab(tab.command('render <doc>').summary('draw a tab as a picture'))
    .description('Draws a tab as SVG; as PNG with --png, or if the name of the file ends in .png.')
    .option('-o, --output <file>', 'write the picture to this file instead of stdout')
    .option('--png', 'a PNG')
    .option('--scale <number>', 'of a PNG: 0.25 to 4 (default: 1)', number)
    .option('--theme <theme>', "a theme other than the tab's")
    .option('--elements <refs>', 'only these elements, with commas between them')
    .option('--page <page>', 'only this page: its id, place from 1, or name')
    .option('--padding <pixels>', 'space on each side', integer)
    .option('--at <moment>', 'as it was then: a revision, a time, or the id of a version')
    .addHelpText('after', '\nExample:\n  atelier tab render "Payments" -o payments.png --scale 2')
    .action(async (document: string, { output, png, scale, ...options }: RenderOptions, command) => {
      const { drawTab, renderTab } = await import('#clients/verbs/tabs.ts');
      const session = open(command);
      const isPng = png === true || output?.toLowerCase().endsWith('.png') === true;
      if (!isPng && scale !== undefined) throw new UsageError('--scale is for a PNG.');
      if (isPng && output === undefined && session.io.stdout.isTTY === true)
        throw new UsageError('A terminal cannot show a PNG: name a file with -o.');
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
  page?: string;
  padding?: number;
  at?: string;
};

const onTab = (command: Command): Command => command.option('--tab <tab>', "the tab's id or name (default: the first)");

/** Throws UsageError. */
async function write(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    throw new UsageError(`Cannot write the file ${file}.`, { cause: error });
  }
}
