/**
 * icon-set: the icons that shapes of the kind `icon` show, by name. They are those of the package `lucide-static`. Whoever reads it
 * passes the data to this class: on the server from its files, in the browser from chunks that are loaded when they are needed.
 */
import { type IconNode, type IconPart, iconParts } from './icon-part.ts';
import { nearestIcons } from './nearest-icons.ts';
import { type IconEntry, iconEntry, searchIcons } from './search-icons.ts';

export type IconNodes = Readonly<Record<string, readonly IconNode[]>>;
/** Other words for the icons, by name. */
export type IconTags = Readonly<Record<string, readonly string[]>>;

/** Each is called when it is needed. */
export type IconData = { readonly nodes: () => IconNodes; readonly tags: () => IconTags };

export class IconSet {
  readonly #data: IconData;
  readonly #parts = new Map<string, readonly IconPart[]>();
  #entries: readonly IconEntry[] | null = null;

  constructor(data: IconData) {
    this.#data = data;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#data.nodes(), name);
  }

  /** The lines of an icon; null if there is none of this name. */
  parts(name: string): readonly IconPart[] | null {
    const cached = this.#parts.get(name);
    if (cached !== undefined) return cached;
    if (!this.has(name)) return null;
    const parts = iconParts(this.#data.nodes()[name] ?? []);
    this.#parts.set(name, parts);
    return parts;
  }

  tagsOf(name: string): readonly string[] {
    const tags = this.#data.tags();
    return Object.hasOwn(tags, name) ? (tags[name] ?? []) : [];
  }

  /** The names of the icons that the words describe, the best first; all in alphabetical order without words. */
  search(words: string): readonly string[] {
    return searchIcons(words, this.#searched()).map(({ name }) => name);
  }

  /** The names that an unknown one may stand for, the best first. */
  nearest(name: string, count = 3): readonly string[] {
    return nearestIcons(name, count, this.#searched());
  }

  #searched(): readonly IconEntry[] {
    return (this.#entries ??= Object.keys(this.#data.nodes()).map((name) => iconEntry(name, this.tagsOf(name))));
  }
}
