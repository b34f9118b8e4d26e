/** Commands of `page` that change pages or lay out an article: several make one kind of change of one verb. */
import type { Command } from 'commander';

import type { IllustrateAnswer, Illustration, PageChange } from '#schema/page.ts';

import { readText } from '../input-file.ts';
import type { CliSession } from '../session.ts';
import { count } from '#clients/text/table.ts';
import { integer } from '../values.ts';
import type { Open } from './command.ts';

type Common = { tab?: string; baseRev?: number; expectedRev?: number; summary?: string };
type Look = { size?: string; orientation?: string; name?: string; background?: string; layout?: string };

export function addPage(page: Command, open: Open): void {
  looks(writing(page.command('add <doc> <kind>').summary('add a page: slide, infographic or logo')))
    .option('--at <place>', 'its place in the row, from 1 (default: the end)', integer)
    .addHelpText(
      'after',
      '\nExamples:\n  atelier page add "Payments" slide --name Cover --layout title --background "#dbeafe,#ffffff"\n  atelier page add "Payments" infographic --size a3 --orientation landscape --at 1',
    )
    .action((document: string, kind: string, { at, ...options }: Common & Look & { at?: number }, command) => {
      const [common, look] = parted(options);
      return change(open(command), document, common, { op: 'add', kind, ...look, ...(at !== undefined && { at }) });
    });

  looks(writing(page.command('set <doc> <page>').summary('change a page, named by its id, place or name')))
    .addHelpText('after', '\nExample:\n  atelier page set "Payments" 2 --size 4:3 --background none')
    .action((document: string, ref: string, options: Common & Look, command) => {
      const [common, look] = parted(options);
      return change(open(command), document, common, { op: 'set', page: ref, ...look });
    });

  writing(page.command('layout <doc> <page> <layout>').summary('arrange what is on a page'))
    .addHelpText('after', '\nExample:\n  atelier page layout "Payments" Cover two-columns')
    .action((document: string, ref: string, layout: string, options: Common, command) =>
      change(open(command), document, options, { op: 'layout', page: ref, layout }),
    );

  writing(page.command('move <doc> <page>').summary('move a page in the row'))
    .requiredOption('--at <place>', 'its place in the row, from 1', integer)
    .action((document: string, ref: string, { at, ...options }: Common & { at: number }, command) =>
      change(open(command), document, options, { op: 'move', page: ref, at }),
    );

  writing(page.command('duplicate <doc> <page>').summary('copy a page with what is on it'))
    .option('--name <name>', 'of the copy')
    .option('--at <place>', 'its place in the row, from 1 (default: after the original)', integer)
    .action((document: string, ref: string, { at, name, ...options }: Common & { at?: number; name?: string }, command) =>
      change(open(command), document, options, {
        op: 'duplicate',
        page: ref,
        ...(name !== undefined && { name }),
        ...(at !== undefined && { at }),
      }),
    );

  writing(page.command('rm <doc> <page>').summary('delete a page with what is on it')).action(
    (document: string, ref: string, options: Common, command) =>
      change(open(command), document, options, { op: 'delete', page: ref }),
  );

  writing(page.command('article <doc>').summary('lay out Markdown on pages'))
    .requiredOption('-f, --file <file>', 'file with the Markdown; - for stdin')
    .option('--size <size>', "16:9, 4:3, a4, a3, letter or tall (default: that of the article's pages, else a4)")
    .option('--append', 'continue after the last page of the article (default: replace it)')
    .option('--article <name>', 'the name of the article (default: article)')
    .addHelpText('after', '\nExample:\n  atelier page article "Payments" -f report.md --size 16:9 --article report')
    .action(async (document: string, { file, size, append, article, ...options }: Common & ArticleOptions, command) => {
      const session = open(command);
      const markdown = await readText(session.io, file);
      const mode = append === true ? { mode: 'append' } : {};
      const body = { markdown, ...mode, ...(size !== undefined && { size }), ...(article !== undefined && { article }) };
      await draw(session, document, options, { article: body } as Illustration);
    });
}

type ArticleOptions = { file: string; size?: string; append?: boolean; article?: string };

const writing = (command: Command): Command =>
  command
    .option('--tab <tab>', "the tab's id or name (default: the first)")
    .option('--base-rev <rev>', 'refuse if others have changed the same pages since this revision, which you have read', integer)
    .option('--expected-rev <rev>', 'refuse if the tab is at any other revision', integer)
    .option('--summary <text>', 'what this change is about, for people');

const looks = (command: Command): Command =>
  command
    .option('--size <size>', '16:9 or 4:3; a4, a3, letter or tall; square or wide')
    .option('--orientation <way>', 'landscape or portrait')
    .option('--name <name>', 'its name')
    .option('--background <colors>', '#rrggbb, several with commas between them (a gradient), or none')
    .option('--layout <layout>', 'blank, title, title-body, two-columns, image-left, image-right or grid');

function parted({ size, orientation, name, background, layout, ...common }: Common & Look): [Common, object] {
  const look = { size, orientation, name, layout, ...(background !== undefined && { background: colorsOf(background) }) };
  return [common, Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined))];
}

function colorsOf(text: string): string | string[] | null {
  if (text === 'none') return null;
  return text.includes(',') ? text.split(',').map((color) => color.trim()) : text;
}

/** The server judges the values: its refusal names those that it accepts. */
const change = (session: CliSession, document: string, options: Common, one: object): Promise<void> =>
  draw(session, document, options, { pages: [one as PageChange] });

async function draw(session: CliSession, document: string, options: Common, body: Illustration): Promise<void> {
  const { illustrate, pagesText } = await import('#clients/verbs/pages.ts');
  const reply = await illustrate.run({ document, ...options, ...body }, await session.service());
  const text = (): string => [pagesText(reply.pages), outcomeOf(reply)].filter((part) => part !== '').join('\n');
  session.show({ json: reply, id: reply.changeset?.id, text });
}

function outcomeOf({ changeset, article }: IllustrateAnswer): string {
  const outcome = changeset === null ? 'nothing changed' : `rev ${changeset.previousRev}→${changeset.rev} · ${changeset.id}`;
  const set = article === undefined ? [] : [`${count(article.elements, 'element')} on ${count(article.pages.length, 'page')}`];
  return [...set, outcome].join(' · ');
}
