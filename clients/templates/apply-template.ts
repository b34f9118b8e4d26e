/** Makes a tab from a template, by calls that anyone can make. */
import type { ApiCall, CallArguments, CallReply } from '#clients/api/calls.ts';
import type { Template } from '#core/templates/template.ts';
import { newElementSuffix } from '#schema/ids.ts';
import type { CellWrite, Sheet } from '#schema/sheet.ts';

type Caller = <Call extends ApiCall>(name: Call, ...input: CallArguments<Call>) => Promise<CallReply<Call>>;

type Drawn = CallReply<'POST /documents/:doc/tabs/:tab/changesets'>;
type Place = { readonly documentId: string; readonly tabId: string };

/** What a tab for the template is created with. */
export const tabFor = ({ title, pages }: Template) => ({
  name: title,
  mode: pages === undefined ? ('canvas' as const) : ('pages' as const),
  theme: 'auto' as const,
});

/**
 * Draws it on an empty tab that was created with `tabFor`. Returns the answer to its changeset. Throws what `call` throws; what was
 * made before stays.
 */
export async function applyTemplate(call: Caller, { documentId, tabId }: Place, template: Template): Promise<Drawn> {
  const params = { doc: documentId, tab: tabId };
  const suffix = newElementSuffix();
  const filledIn = (text: string): string => text.replaceAll('~new', `~${suffix}`);
  const { pages, sheet, cards } = template;
  if (pages !== undefined) await call('POST /documents/:doc/tabs/:tab/illustrate', { params, body: { pages } });
  const sheetId = sheet === undefined ? '' : await addSheet(call, { documentId, tabId }, sheet);
  const drawn = await call('POST /documents/:doc/tabs/:tab/changesets', {
    params,
    body: { operations: filledIn(template.operations).replaceAll('{sheet}', sheetId) },
  });
  if (cards === undefined) return drawn;
  await call('POST /documents/:doc/items/bulk', {
    params: { doc: documentId },
    body: { items: cards.map(({ type, status, fields }) => ({ type, fields: { ...fields, status: filledIn(status) } })) },
  });
  return drawn;
}

type Cells = NonNullable<Template['sheet']>;

async function addSheet(call: Caller, { documentId, tabId }: Place, cells: Cells): Promise<string> {
  const { title, rows, columnFormats } = cells;
  const { sheet } = await call('POST /documents/:doc/sheets', {
    params: { doc: documentId },
    body: { tabId, title, rows: rows.length, cols: columnFormats.length },
  });
  await call('POST /documents/:doc/sheets/:sheet/writes', {
    params: { doc: documentId, sheet: sheet.id },
    body: { write: { kind: 'cells', cells: writesOf(cells, sheet) } },
  });
  return sheet.id;
}

function writesOf({ rows, columnFormats, rowFormats }: Cells, { layout }: Sheet): CellWrite[] {
  return rows.flatMap((inputs, row) =>
    inputs.map((input, column) => ({
      r: layout.rows[row] ?? '',
      c: layout.cols[column] ?? '',
      i: typeof input === 'number' ? { n: input } : { s: input },
      f: { ...columnFormats[column], ...rowFormats[row] },
    })),
  );
}
