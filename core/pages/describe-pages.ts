/**
 * describe-pages: describes the changed mode and pages of a tab as results with their lines: one for each page that was added
 * (`+`), removed (`-`), changed (`~`) or moved along (`»`), in the order of the row.
 */
import type { Result, TabSettingsChange } from '#schema/changeset.ts';
import type { Page } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { shortNumber } from '../notation/naming.ts';
import { quoteShort } from '../notation/quote.ts';

/** `named`: ids of the pages that the call named. */
export function describePages({ mode, pages }: TabSettingsChange, named: ReadonlySet<string>): Result[] {
  const results: Result[] = [];
  if (mode !== undefined)
    results.push({
      mark: '~',
      id: '',
      ref: '',
      kind: 'tab',
      fields: { mode: [mode.before, mode.after] },
      line: `~ tab mode ${mode.before}→${mode.after}`,
    });
  if (pages === undefined) return results;
  const before = new Map(pages.before.map((page) => [page.id, page]));
  const after = new Set(pages.after.map(({ id }) => id));
  for (const page of pages.after) {
    const previous = before.get(page.id);
    if (previous === undefined) results.push({ mark: '+', ...common(page), line: `+ ${summary(page)}` });
    else if (!jsonEqual(previous, page)) results.push(changedPage(previous, page, named.has(page.id)));
  }
  for (const page of pages.before)
    if (!after.has(page.id)) results.push({ mark: '-', ...common(page), line: `- ${summary(page)}` });
  return results;
}

const common = ({ id, kind, name }: Page): Pick<Result, 'id' | 'ref' | 'kind' | 'label'> => ({ id, ref: id, kind, label: name });

function summary({ id, kind, name, size, rect }: Page): string {
  const place = `at ${shortNumber(rect.x)},${shortNumber(rect.y)} ${shortNumber(rect.width)}×${shortNumber(rect.height)}`;
  return `${id} ${kind} ${quoteShort(name, 80)} ${quoteShort(size, 20)} ${place}`;
}

function changedPage(previous: Page, page: Page, isNamed: boolean): Result {
  const fields: Record<string, [unknown, unknown]> = {};
  const names = ['place', 'name', 'size', 'orientation', 'layout', 'background', 'rect', 'article'] as const;
  for (const name of names)
    if (!jsonEqual(previous[name], page[name])) fields[name] = [previous[name] ?? null, page[name] ?? null];
  const isCarried = !isNamed && Object.keys(fields).every((name) => name === 'place' || name === 'rect');
  const mark = isCarried ? '»' : '~';
  const changedFields = Object.entries(fields).map(([name, [from, to]]) => `${name} ${show(from)}→${show(to)}`);
  return { mark, ...common(page), fields, line: `${mark} ${page.id} ${changedFields.join(' ')}` };
}

function show(value: unknown): string {
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value === 'string') return quoteShort(value, 80);
  if (value === null) return 'unset';
  return quoteShort(JSON.stringify(value), 80);
}
