/** import: draws a diagram that is written in another language. */
import Type from 'typebox';

import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';

import { type ImportFault, isImportFault } from '../import/diagram.ts';
import { drawDiagram } from './diagrams/draw-diagram.ts';
import { importReport } from '../import/import-report.ts';
import { type CsvForm, csvForms } from '../import/csv/read-csv.ts';
import { importFormats, readSource } from '../import/read-source.ts';
import { updateDiagram } from './diagrams/update-diagram.ts';
import { withFreeGroups } from './diagrams/free-groups.ts';
import { withContext } from './diagrams/placed-context.ts';
import { quoteShort } from '../notation/quote.ts';
import type { Planning } from '../planning/planning.ts';
import { strict } from './members.ts';
import { defineOp } from './op.ts';

const csvFormHelp = 'What the rows of a CSV file become. Default: a tree if a column names parents, otherwise a table.';
export const importModes = ['add', 'update'] as const;

export const importOp = defineOp({
  name: 'import',
  summary: 'Draws a diagram that is written in Mermaid, draw.io, Excalidraw or CSV.',
  usage: 'import <format> [mode=update] [source=<name>] [as=cards] <<TAG, then the text, then a line that is only TAG',
  example: {
    before: 'add square id=shop label="Shop"',
    lines: 'import mermaid <<END\nflowchart LR\n  order[Order] --> paid{Paid?}\n  paid -- yes --> ship([Ship])\nEND',
  },
  completion: { words: [...importFormats, 'mode=update', '<<END'] },
  input: Type.Object(
    {
      op: Type.Literal('import'),
      format: Type.Unsafe<(typeof importFormats)[number]>(
        Type.Enum([...importFormats], { description: 'The language of the text.' }),
      ),
      text: Type.String({ description: 'The diagram.' }),
      mode: Type.Optional(
        Type.Unsafe<(typeof importModes)[number]>(
          Type.Enum([...importModes], { description: 'add (the default), or update what an import of the same source drew.' }),
        ),
      ),
      as: Type.Optional(Type.Unsafe<CsvForm>(Type.Enum([...csvForms], { description: csvFormHelp }))),
      source: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: limits.originCharacters,
          description: 'The name of the source. Default: the format.',
        }),
      ),
    },
    strict,
  ),
  refuses: ['import_invalid', 'element_locked', 'invalid_result', 'too_large', 'work_limit_exceeded'],
  fault: ({ text, as, mode = 'add' }) =>
    text === ''
      ? '<<TAG, with the diagram on the lines after it'
      : as !== undefined && !csvForms.includes(as)
        ? `as=${csvForms.join(' or as=')}`
        : importModes.includes(mode)
          ? null
          : `mode=${importModes.join(' or mode=')}`,
  read(line) {
    const format = line.oneOf(importFormats, importFormats.join(', '));
    return { op: 'import', format, ...line.rest({ members: ['mode', 'source', 'as'] }), text: line.block ?? '' };
  },
  print: () => null,
  plan({ format, text, as, mode = 'add', source = format }, planning) {
    // Tags and values cost more to read than the words of Mermaid.
    if (!planning.work.spend(format === 'mermaid' ? text.length / 4 : text.length)) return null;
    const read = readSource(format, text, { spend: planning.work.spend, as });
    if (read === null) return null;
    if (isImportFault(read)) return invalid(read);
    const diagram = withFreeGroups(withContext(read, planning), mode === 'update' ? source : null, planning);
    const before = planning.touchedBy.size;
    const refusal = (mode === 'update' ? updateDiagram : drawDiagram)(diagram, source, planning);
    if (refusal !== null || planning.work.exhausted) return refusal;
    const report = importReport(diagram, planning.touchedBy.size - before);
    planning.imports.push(report);
    warn(diagram.losses, planning);
    return null;
  },
});

function invalid({ line, column, expected, page }: ImportFault): Problem {
  const where = page === null ? '' : ` of the page ${quoteShort(page, 40)}, unpacked`;
  const detail = `Line ${line}, column ${column}${where}: expected ${expected}.`;
  return problem('import_invalid', { detail, line, column, ...(page !== null && { page }) });
}

function warn(
  {
    coerced,
    dropped,
  }: {
    readonly coerced: readonly { readonly source: string; readonly what: string; readonly became: string }[];
    readonly dropped: readonly { readonly source: string; readonly what: string; readonly why: string }[];
  },
  planning: Planning,
): void {
  const parts = [
    ...coerced.slice(0, 3).map(({ source, what, became }) => `${source}: ${what} became ${became}`),
    ...dropped.slice(0, 3).map(({ source, what, why }) => `${source}: left out ${what} (${why})`),
  ];
  if (parts.length === 0) return;
  const more = coerced.length + dropped.length - parts.length;
  const text = `${parts.join('; ')}${more > 0 ? `; ${more} more are in the report` : ''}.`;
  planning.warn('import_coerced', null, text.replaceAll(/\s+/g, ' '));
}
