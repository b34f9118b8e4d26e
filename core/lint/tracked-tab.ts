/** A tab that notes what is read of it. The stacking order is left out: no finding depends on it. */
import { ArrangedFrames } from '../tab/arranged-frames.ts';
import type { Arrow, Box, Element } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import type { Rect, Skipped, TabSettings } from '#schema/tab.ts';

import type { TabFollower, TabView } from '../tab/view.ts';
import { arrangedFrames } from './drawing-change.ts';
import type { Footprint } from './footprint.ts';

export class TrackedTab implements TabView {
  readonly #tab: TabView;
  readonly #footprint: Footprint;

  constructor(tab: TabView, footprint: Footprint) {
    this.#tab = tab;
    this.#footprint = footprint;
  }

  /** Not noted: a change of the settings is never overlooked. */
  get settings(): TabSettings {
    return this.#tab.settings;
  }

  get skipped(): readonly Skipped[] {
    return this.#tab.skipped;
  }

  /** Not noted: it only limits work. */
  get size(): number {
    return this.#tab.size;
  }

  get(id: string): Element | undefined {
    this.#footprint.element(id);
    return this.#tab.get(id);
  }

  elements(): Iterable<Element> {
    this.#footprint.whole();
    return this.#tab.elements();
  }

  boxes(): Iterable<Box> {
    this.#footprint.whole();
    return this.#tab.boxes();
  }

  arrows(): Iterable<Arrow> {
    this.#footprint.whole();
    return this.#tab.arrows();
  }

  idsOfSlug(slug: string): readonly string[] {
    this.#footprint.slug(slug);
    return this.#tab.idsOfSlug(slug);
  }

  idsWithPrefix(prefix: string, limit: number): readonly string[] {
    if (prefix.includes('~')) this.#footprint.slug(slugOf(prefix));
    else this.#footprint.whole();
    return this.#tab.idsWithPrefix(prefix, limit);
  }

  idsOfLabel(label: string): readonly string[] {
    this.#footprint.whole();
    return this.#tab.idsOfLabel(label);
  }

  /** Only those of the same slug matter: a ref is as long as it takes to tell them apart. */
  neighbours(id: string): readonly [string | undefined, string | undefined] {
    this.#footprint.slug(slugOf(id));
    return this.#tab.neighbours(id);
  }

  arrowsAt(id: string): Iterable<Arrow> {
    this.#footprint.element(id);
    return this.#tab.arrowsAt(id);
  }

  boxesIn(rect: Rect): Iterable<Box> {
    this.#footprint.rect(rect);
    return this.#tab.boxesIn(rect);
  }

  /** Not noted: only a box that is added without a placement depends on it, and no fix adds one. */
  bounds(): Rect | null {
    return this.#tab.bounds();
  }

  keyBelow(z: string | null): string | null {
    return this.#tab.keyBelow(z);
  }

  keyAbove(z: string | null): string | null {
    return this.#tab.keyAbove(z);
  }

  idsAtKey(z: string): Iterable<string> {
    return this.#tab.idsAtKey(z);
  }

  follow<T extends TabFollower>(kind: new () => T): T {
    const isOfFrames: boolean = Object.is(kind, ArrangedFrames);
    if (isOfFrames) this.#footprint.element(arrangedFrames);
    else this.#footprint.whole();
    return this.#tab.follow(kind);
  }

  refOf(id: string): string {
    this.#footprint.slug(slugOf(id));
    return this.#tab.refOf(id);
  }
}
