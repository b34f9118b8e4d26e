/** excalidraw-scene: the elements of an Excalidraw file, read without trust in their fields. */
import type { Point } from '#schema/element.ts';

import { readJson } from '../../notation/json.ts';
import { isParseError } from '../../notation/parse-error.ts';
import { faultAt, type ImportFault } from '../diagram.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One element; a field of another type is as if it was absent. */
export class SceneElement {
  readonly id: string;
  readonly type: string;
  readonly #fields: Fields;

  constructor(fields: Fields, id: string) {
    this.#fields = fields;
    this.id = id;
    this.type = this.text('type') ?? '';
  }

  text(name: string): string | null {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : null;
  }

  number(name: string, otherwise: number): number {
    const value = this.#fields[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
  }

  isSet(name: string): boolean {
    const value = this.#fields[name];
    return value !== undefined && value !== null && value !== false;
  }

  /** A field of an object within the element. */
  textIn(name: string, member: string): string | null {
    const value = fieldsOf(this.#fields[name])?.[member];
    return typeof value === 'string' ? value : null;
  }

  /** A finite number of an object within the element. */
  numberIn(name: string, member: string): number | null {
    const value = fieldsOf(this.#fields[name])?.[member];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  /** Relative to the element. */
  get points(): Point[] {
    const points = this.#fields['points'];
    if (!Array.isArray(points)) return [];
    return points.flatMap((point: unknown): Point[] =>
      Array.isArray(point) && Number.isFinite(point[0]) && Number.isFinite(point[1]) ? [[Number(point[0]), Number(point[1])]] : [],
    ); // prettier-ignore
  }

  /** The outermost first. */
  get groups(): string[] {
    const groups = this.#fields['groupIds'];
    return Array.isArray(groups) ? groups.filter((group: unknown) => typeof group === 'string').toReversed() : [];
  }
}

export type ExcalidrawScene = {
  readonly elements: readonly SceneElement[];
  readonly byId: ReadonlyMap<string, SceneElement>;
  /** The data of images, by the ids of their files. */
  readonly files: ReadonlyMap<string, string>;
  /** An export of ours: Excalidraw writes its own address when it saves one. */
  readonly isOwn: boolean;
};

/** The source that our exports name. */
export const ownSource = 'Atelier';

export function sceneOf(text: string): ExcalidrawScene | ImportFault {
  const start = /\S/.exec(text)?.index ?? 0;
  const read = readJson(text, text.startsWith('\uFEFF') ? Math.max(1, start) : start);
  if (isParseError(read)) return faultAt(text, read.at, read.expected);
  const after = text.slice(read.end).search(/\S/);
  if (after !== -1) return faultAt(text, read.end + after, 'the end of the text');
  const file = fieldsOf(read.value);
  const list = Array.isArray(file?.['elements']) ? (file['elements'] as readonly unknown[]) : null;
  if (file === null || list === null) return faultAt(text, start, 'an Excalidraw file with elements');
  const elements: SceneElement[] = [];
  const byId = new Map<string, SceneElement>();
  for (const [index, entry] of list.entries()) {
    const fields = fieldsOf(entry);
    if (fields === null || fields['isDeleted'] === true) continue;
    const given = fields['id'];
    const element = new SceneElement(fields, typeof given === 'string' && given !== '' ? given : `element ${index + 1}`);
    if (byId.has(element.id)) return faultAt(text, secondPlaceOf(element.id, text), `another id than ${element.id}, which an earlier element has`);
    elements.push(element);
    byId.set(element.id, element);
  } // prettier-ignore
  const files = new Map<string, string>();
  for (const [id, entry] of Object.entries(fieldsOf(file['files']) ?? {})) {
    const data = fieldsOf(entry)?.['dataURL'];
    if (typeof data === 'string') files.set(id, data);
  }
  return { elements, byId, files, isOwn: file['source'] === ownSource };
}

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** Where an id is the value of `id` for the second time. */
function secondPlaceOf(id: string, text: string): number {
  const quoted = JSON.stringify(id);
  let places = 0;
  for (let at = text.indexOf(quoted); at !== -1; at = text.indexOf(quoted, at + 1)) {
    if (/"id"\s*:\s*$/.test(text.slice(Math.max(0, at - 40), at))) places += 1;
    if (places === 2) return at;
  }
  return 0;
}
