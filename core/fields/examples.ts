/**
 * examples: how fields whose values are no plain text, number or choice are written, and elements that `add` takes only as a whole.
 *
 * Refusals, the reference and the help of the tool server show them; tests add each to a tab.
 */
import type { ElementType } from '#schema/element.ts';

import type { Json } from '../notation/json.ts';
import type { NamedType } from './kinds.ts';

/** What a field takes in words, and an example of its value. */
export type ValueForm = { readonly takes: string; readonly example: Json };

/** By the stored name of the field. */
export const valueForms: ReadonlyMap<string, ValueForm> = new Map<string, ValueForm>([
  ['columns', { takes: 'a list of texts, the headers', example: ['Name', 'Price'] }],
  ['rows', { takes: 'a list of rows, each a list of texts', example: [['Tea', '2.50'], ['Cake', '3']] }], // prettier-ignore
  ['sections', { takes: 'a list of sections, each a list of lines', example: [['+ id: int'], ['+ pay()']] }], // prettier-ignore
  ['heads', { takes: 'a word, or the heads at the start and at the end', example: ['one', 'zero-many'] }],
  ['points', { takes: 'a list of points', example: [[0, 0], [120, 40]] }], // prettier-ignore
  ['planSheet', { takes: 'the id of a sheet of this document', example: { sheetId: 'sheet_…' } }],
  ['planBoard', { takes: 'columns with statuses', example: { types: null, columns: [{ status: 'to-do~1', name: 'To do' }] } }],
  [
    'crop',
    {
      takes:
        'what is cut off at each side, as shares of the image, of which left and right are together at most 0.95, and so top and bottom',
      example: { left: 0.1, right: 0.2 },
    },
  ],
  ['breaks', { takes: 'where the other sections of a block begin', example: [{ at: 60, label: 'otherwise' }] }],
  ['from', { takes: 'the box where the arrow begins', example: { element: 'a', side: 'right' } }],
  ['to', { takes: 'the box where the arrow ends', example: { element: 'b', side: 'left', offset: 0.3 } }],
]);

/** Types that have no kind, with their fields apart from place and size, which may be left out. */
export const wholeForms: Readonly<Record<Exclude<ElementType, NamedType | 'shape'>, { readonly [field: string]: Json }>> = {
  frame: { type: 'frame', id: 'shop', label: 'Shop', x: 0, y: 0, width: 480, height: 320 },
  lane: { type: 'lane', label: 'Customer', direction: 'right', x: 0, y: 0, width: 960, height: 200 },
  arrow: { type: 'arrow', from: 'a.right', to: 'b', label: 'pays' },
  image: { type: 'image', imageId: 'img_…', width: 320, height: 180 },
  video: { type: 'video', url: 'https://example.org/tour' },
  stroke: { type: 'stroke', points: [[0, 0], [120, 40]], x: 0, y: 0, width: 120, height: 40 }, // prettier-ignore
};

/** `columns=["Name","Price"]`, for a line. */
export const fieldExample = (lineName: string, { example }: ValueForm): string => `${lineName}=${JSON.stringify(example)}`;

/** The operation that adds such an element. */
export const wholeExample = (type: keyof typeof wholeForms): string => JSON.stringify({ op: 'add', element: wholeForms[type] });
