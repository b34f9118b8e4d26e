/** server-tab: a tab as it is on the server, with its text, its content, and the ids of its elements by the slugs of the text. */
import type { Service } from '#clients/service/service.ts';
import type { Json } from '#core/notation/json.ts';
import { linesOf, printTabText, type TabHead } from '#core/tab-text/print-tab-text.ts';
import type { Identities } from '#core/tab-text/operations-towards.ts';
import { readTabText, type Remarks } from '#core/tab-text/read-tab-text.ts';
import { renamedContent, shownPlaces, type TabContent } from '#core/tab-text/tab-content.ts';
import { uniqueSlugs } from '#core/views/unique-slugs.ts';
import type { Element } from '#schema/element.ts';
import type { TabReading, TabSettings } from '#schema/tab.ts';

import type { PulledTab } from './folder-state.ts';
import { WorkingCopyFault } from './working-copy-fault.ts';

export class ServerTab {
  readonly id: string;
  readonly name: string;
  readonly rev: number;
  readonly text: string;
  readonly content: TabContent;
  readonly identities: Identities;
  readonly #settings: TabSettings;
  readonly #body: string;

  constructor(reading: TabReading, body: string, content: TabContent, identities: Identities, isRenamed: boolean) {
    const { id, name, mode, theme, look, rev } = reading.tab;
    const sparse = look === undefined ? {} : { look };
    this.#settings = { id, name, mode, theme, ...sparse, locked: false, order: 'a0', layers: reading.layers, pages: [] };
    [this.id, this.name, this.rev, this.content, this.identities] = [id, name, rev, content, identities];
    this.#body = body;
    this.text = isRenamed ? this.textOf(content) : printTabText(this.#head, body);
  }

  get #head(): TabHead {
    return this.#settings;
  }

  /** The text of this tab with another content. What no text can express stays named. */
  textOf(content: TabContent, remarks?: Remarks): string {
    const comments = this.#body.split('\n').filter((line) => line.startsWith('#'));
    return printTabText(this.#head, [...comments, linesOf(content, this.#settings)].join('\n'), remarks);
  }

  /** The text of this tab, with the remarks of a file. */
  withRemarks(remarks: Remarks): string {
    return remarks.size === 0 ? this.text : this.textOf(this.content, remarks);
  }

  readonly placeOf = (layer: Json | undefined): number => shownPlaces(this.#settings)(typeof layer === 'string' ? { layer } : {});

  /** What the state keeps of it. */
  tracked(file: string, lines: string[]): PulledTab {
    const ids = Object.fromEntries(
      [...this.content.keys()].flatMap((slug) => {
        const identity = this.identities.get(slug);
        return identity === undefined ? [] : [[slug, identity.id]];
      }),
    );
    return { id: this.id, name: this.name, file, rev: this.rev, text: lines, ids };
  }
}

const readingsMost = 5;

/**
 * Reads a tab. Its revision is read before its text, so that a write which names the revision is refused if the text is newer. Elements
 * have the slugs under which they were pulled. Throws ServiceRefusal, ServiceUnreachable and WorkingCopyFault.
 */
export async function readServerTab(
  service: Service,
  params: { readonly doc: string; readonly tab: string },
  tracked?: PulledTab,
): Promise<ServerTab> {
  for (let reading = 1; reading <= readingsMost; reading += 1) {
    const json = await service.json('GET /documents/:doc/tabs/:tab', { params, query: {} });
    const body = await service.text('GET /documents/:doc/tabs/:tab', { params, query: { view: 'lines' } });
    const tab = serverTab(json, body, tracked);
    if (tab !== null) return tab;
  }
  throw new WorkingCopyFault(['The tab changes faster than it can be read.', '  hint: Try again.']);
}

/** Null if the text has an element that the reading lacks. */
function serverTab(reading: TabReading, body: string, tracked: PulledTab | undefined): ServerTab | null {
  const read = readTabText(printTabText({ ...reading.tab, layers: reading.layers }, body));
  if ('errors' in read) {
    const [error] = read.errors;
    throw new WorkingCopyFault([`The tab ${reading.tab.name} cannot be read as text: ${error?.message ?? ''}`]);
  }
  const served = uniqueSlugs(reading.elements as readonly Element[]);
  const names = namesOf(served, tracked);
  const identities = new Map(reading.elements.map(({ id, z }) => [names.get(id) ?? id, { id, z }]));
  const renames = new Map([...served].flatMap(([id, slug]) => (names.get(id) === slug ? [] : [[slug, names.get(id) ?? slug]])));
  const content = renames.size === 0 ? read.content : renamedContent(read.content, renames);
  for (const slug of content.keys()) if (!identities.has(slug)) return null;
  return new ServerTab(reading, body, content, identities, renames.size > 0);
}

/** The slug of each element, by id: the one under which it was pulled. Two elements have one slug after a merge of edits alone. */
function namesOf(served: ReadonlyMap<string, string>, tracked: PulledTab | undefined): ReadonlyMap<string, string> {
  const names = new Map(
    Object.entries(tracked?.ids ?? {}).flatMap(([slug, id]) => (served.has(id) ? [[id, slug] as const] : [])),
  );
  const taken = new Set([...names.values(), ...served.values()]);
  const assigned = new Set(names.values());
  for (const [id, slug] of served) {
    if (names.has(id)) continue;
    const name = assigned.has(slug) ? numbered(slug, taken) : slug;
    names.set(id, name);
    assigned.add(name);
    taken.add(name);
  }
  return names;
}

function numbered(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const name = `${slug.slice(0, 20)}-${number}`;
    if (!taken.has(name)) return name;
  }
}
