/** every-kind: operations that put one element of every kind on a tab, each named by its kind. */
import type { EditorStage, BrowserVisitor } from '../stage.ts';

/** One red pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Four blue pixels in a row. */
export const strip = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAABCAIAAAB2XpiaAAAADUlEQVR42mNgYPgPRwAV9wP9p88TKwAAAABJRU5ErkJggg==',
  'base64',
);

export async function uploadedImage(stage: EditorStage, { context }: BrowserVisitor): Promise<string> {
  const headers = { 'Content-Type': 'image/png', Origin: stage.node.url };
  const response = await context.request.post('/api/v1/images', { headers, data: pixel });
  return ((await response.json()) as { image: { id: string } }).image.id;
}

/** Where boxes are in a grid that is seen as a whole. */
const at = (column: number, row: number, width = 120, height = 80) => ({
  x: 200 + column * 170,
  y: 260 + row * 120,
  width,
  height,
});

export const everyKind = (imageId: string): object[] =>
  [
    // What the box overlaps, behind it and in front of it.
    { id: 'behind', type: 'shape', shape: 'ellipse', ...at(0, 0), y: 230 },
    { id: 'box', type: 'shape', shape: 'square', label: 'Box', ...at(0, 0) },
    { id: 'before', type: 'shape', shape: 'ellipse', ...at(0, 0), y: 300 },
    { id: 'text', type: 'text', label: 'Text', ...at(1, 0) },
    { id: 'sticky', type: 'sticky', label: 'Sticky', ...at(2, 0, 100, 100) },
    { id: 'note', type: 'annotation', label: 'Note', number: 1, ...at(3, 0) },
    { id: 'table', type: 'table', columns: ['A', 'B'], rows: [['1', '2'], ['3', '4']], ...at(4, 0) }, // prettier-ignore
    { id: 'card', type: 'link-card', url: 'https://example.org/', ...at(5, 0) },
    { id: 'video', type: 'video', url: 'https://example.org/tour', ...at(0, 1) },
    { id: 'image', type: 'image', imageId, ...at(1, 1, 80, 80) },
    { id: 'photo', type: 'image', imageId, label: 'An image', stroke: 'red', ...at(4, 2, 80, 80) },
    { id: 'film', type: 'video', url: 'https://example.org/tour', label: 'A tour', stroke: 'red', ...at(5, 1) },
    { id: 'space', type: 'frame', label: 'Frame', ...at(2, 1) },
    { id: 'swim', type: 'lane', label: 'Lane', ...at(3, 1) },
    { id: 'rack', type: 'frame', label: 'Rack', arrange: 'tree', ...at(2, 3) },
    { id: 'pen', type: 'stroke', points: [[0, 0], [60, 40], [100, 10]], ...at(4, 1, 100, 40) }, // prettier-ignore
    { id: 'from', type: 'shape', shape: 'square', ...at(0, 2, 60, 40) },
    { id: 'to', type: 'shape', shape: 'square', ...at(3, 2, 60, 40) },
    { id: 'arrow', type: 'arrow', label: 'Arrow', from: { element: 'from' }, to: { element: 'to' } },
    // What nothing else is in front of.
    { id: 'top', type: 'shape', shape: 'square', ...at(5, 2, 60, 40) },
  ].map((element) => ({ op: 'add', element }));
