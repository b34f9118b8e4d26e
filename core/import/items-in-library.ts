/**
 * items-in-library: the items in a library file of Excalidraw or draw.io, each as a file that the importers read.
 */
import { isPlainObject } from '#schema/plain-object.ts';

import { parsedJson } from '../notation/parsed-json.ts';

export type ItemSource = {
  /** Empty if it has none. */
  readonly title: string;
  readonly format: 'excalidraw' | 'drawio';
  readonly text: string;
};

/** Null if the text is no such file. */
export const itemsInLibrary = (text: string): readonly ItemSource[] | null => excalidrawItems(text) ?? drawioItems(text);

/** Of version 2 `libraryItems: [{ name, elements }]`, of version 1 `library: [[element]]`. */
function excalidrawItems(text: string): readonly ItemSource[] | null {
  const value = parsedJson(text);
  if (!isPlainObject(value) || value['type'] !== 'excalidrawlib') return null;
  const items = value['libraryItems'] ?? value['library'];
  if (!Array.isArray(items)) return null;
  return items.map((item: unknown): ItemSource => {
    const elements: unknown = isPlainObject(item) ? item['elements'] : item;
    const title = isPlainObject(item) && typeof item['name'] === 'string' ? item['name'] : '';
    return { title, format: 'excalidraw', text: JSON.stringify({ type: 'excalidraw', version: 2, elements }) };
  });
}

/** `<mxlibrary>[{ xml, title }]</mxlibrary>`: the graph of each item, escaped or packed. */
function drawioItems(text: string): readonly ItemSource[] | null {
  const list = /^\s*<mxlibrary[^>]*>([^]*)<\/mxlibrary>\s*$/.exec(text)?.[1];
  const value = list === undefined ? null : parsedJson(list);
  if (!Array.isArray(value)) return null;
  return value.map((item: unknown): ItemSource => {
    const { xml, title } = isPlainObject(item) ? item : {};
    const graph = typeof xml === 'string' ? xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&') : ''; // prettier-ignore
    return {
      title: typeof title === 'string' ? title : '',
      format: 'drawio',
      text: `<mxfile><diagram>${graph}</diagram></mxfile>`,
    };
  });
}
