/** drawio-pages: the pages of a draw.io file, packed or not, each as its own XML. */
import { faultAt, type ImportFault, isImportFault } from '../diagram.ts';
import { inflate } from '../inflate.ts';
import { readXml, type XmlElement } from '../xml.ts';

export type Spend = (units: number) => boolean;
/** `text`: what places of faults are counted in; `packed`: the name of the page if that is not the text that was sent. */
export type DrawioPage = {
  readonly id: string;
  readonly name: string;
  readonly model: XmlElement;
  readonly text: string;
  readonly packed: string | null;
  /** An export of ours. */
  readonly isOwn: boolean;
};

/** The host that our exports name. draw.io writes its own when it saves one. */
export const ownHost = 'Atelier';

/** All pages of a file together, unpacked. */
const unpackedBytes = 4 * 1024 * 1024;

/** Null once the work is exhausted. */
export function pagesOf(text: string, spend: Spend): readonly DrawioPage[] | ImportFault | null {
  const root = readXml(text);
  if (isImportFault(root)) return root;
  if (root.name === 'mxGraphModel') return [{ id: '', name: '', model: root, text, packed: null, isOwn: false }];
  if (root.name !== 'mxfile') return faultAt(text, root.at, '<mxfile> or <mxGraphModel>');
  const isOwn = root.attributes.get('host') === ownHost;
  const pages: DrawioPage[] = [];
  const ids = new Set<string>();
  let room = unpackedBytes;
  for (const diagram of root.children) {
    if (diagram.name !== 'diagram') continue;
    const name = diagram.attributes.get('name') ?? `Page ${pages.length + 1}`;
    const id = diagram.attributes.get('id') ?? name;
    if (ids.has(id)) return faultAt(text, diagram.at, `another id than ${id}, which an earlier page has`);
    ids.add(id);
    const model = diagram.children.find((child) => child.name === 'mxGraphModel');
    if (model !== undefined) {
      pages.push({ id, name, model, text, packed: null, isOwn });
      continue;
    }
    if (diagram.text.trim() === '') continue;
    const unpacked = unpack(diagram.text, room, spend);
    if (unpacked === null) return null;
    if (!('text' in unpacked)) return faultAt(text, diagram.at, unpacked.expected);
    if (!spend(unpacked.text.length)) return null;
    room -= unpacked.text.length;
    const page = readXml(unpacked.text, name);
    if (isImportFault(page)) return page;
    if (page.name !== 'mxGraphModel') return faultAt(unpacked.text, page.at, '<mxGraphModel>', name);
    pages.push({ id, name, model: page, text: unpacked.text, packed: name, isOwn: false });
  }
  return pages.length === 0 ? faultAt(text, root.at, '<diagram> with a page') : pages;
}

/** A page is packed as base64 of deflated text, whose characters are percent-encoded. */
function unpack(packed: string, room: number, spend: Spend): { readonly text: string } | { readonly expected: string } | null {
  const bytes = bytesOf(packed);
  const inflated = bytes === null ? 'invalid' : inflate(bytes, room, spend);
  if (inflated === 'exhausted') return null;
  if (inflated === 'too large') return { expected: `pages of at most ${unpackedBytes / 1024 / 1024} MiB, unpacked` };
  if (inflated === 'invalid') return { expected: 'a page that is deflated and in base64' };
  try {
    return { text: decodeURIComponent(new TextDecoder('utf-8', { fatal: true }).decode(inflated)) };
  } catch {
    return { expected: 'a page whose characters are percent-encoded' };
  }
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
