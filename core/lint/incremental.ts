/**
 * The lint of a tab that changes a little at a time, at the cost of what changed [LT3].
 *
 * The cache contains no tab. Its owner calls `note` with every id that was written to the base, and passes the ids in which a draft
 * differs from the base. A draft may never be applied: its changes are checked again with the next tab. Changes of the base may be
 * checked bit by bit (`advance`), so that the next lint takes less time. Findings are kept until something changes that they depend on
 * (finding-memory.ts).
 */
import type { Finding, Lint } from '#schema/changeset.ts';

import type { TabSettings } from '#schema/tab.ts';

import { haveSameLocks } from '../tab/locks.ts';
import type { TabView } from '../tab/view.ts';
import { tabFont } from '../text/tab-font.ts';
import { LintDrawing } from './drawing.ts';
import { FindingMemory } from './finding-memory.ts';
import { Footprint } from './footprint.ts';
import { Listing } from './lint.ts';
import {
  introducedOf,
  isListed,
  LintBefore,
  type LintChange,
  type LintedPlan,
  olderThan,
  redrawnWhole,
  resolvedOf,
  type RuleChange,
  ruleChanges,
} from './lint-change.ts';
import type { Redrawn } from './redrawn.ts';
import { reroutedArrows, touchedBy } from './rerouted.ts';

/** A change of more elements, if they are most of the tab, is drawn from scratch. */
const editsOneByOne = 500;

export class LintCache {
  #drawing: LintDrawing | null = null;
  /** The findings of the drawing in its current state; null if they are out of date. */
  #listing: Listing | null = null;
  /** Findings that are still true of the drawing, whether they were listed last or not. */
  readonly #memory = new FindingMemory();
  /** Of the tab that was linted last. */
  #settings: TabSettings | null = null;
  /** Ids in which the drawing may differ from the base. */
  readonly #stale = new Set<string>();

  /** The base changed at these ids. */
  note(ids: Iterable<string>): void {
    if (this.#drawing !== null) for (const id of ids) this.#stale.add(id);
  }

  /** The base was replaced, or its changes are unknown. */
  forget(): void {
    this.#drawing = null;
    this.#listing = null;
    this.#memory.clear();
    this.#stale.clear();
  }

  /** How many elements `lint` would check for the base; null means all. */
  get pending(): number | null {
    return this.#drawing === null ? null : this.#stale.size;
  }

  /** Makes the drawing of a base that was never linted, in steps, so that the next lint takes less time. The base stays as it is. */
  *building(tab: TabView): Generator<void, void> {
    this.#forgetOtherFont(tab);
    if (this.#drawing === null) this.#drawing = yield* LintDrawing.building(tab);
  }

  /** Checks at most `most` of them. The tab is the base. */
  advance(tab: TabView, most: number): void {
    this.#forgetOtherFont(tab);
    if (this.#drawing === null) return;
    const some = [...this.#stale.values().take(most)];
    this.#update(this.#drawing, tab, some);
    for (const id of some) this.#stale.delete(id);
  }

  /** The lint of the base, or of a draft over it that differs from it in these ids. */
  lint(tab: TabView, changed: Iterable<string> = []): Lint {
    const ids = new Set(changed);
    const drawing = this.#bringTo(tab, ids);
    for (const id of ids) this.#stale.add(id);
    return this.#listingOf(drawing, tab).lint;
  }

  /** The effect of a plan on the lint of the base. */
  change(base: TabView, { tab, edits, targets = [] }: LintedPlan): LintChange {
    const drawing = this.#bringTo(base, []);
    const known = this.#listing?.isOf(base) === true ? this.#listing : null;
    const ids = edits.map(({ id }) => id);
    const before = new LintBefore(drawing, base);
    const isMost = ids.length > editsOneByOne && ids.length * 2 > base.size;
    const drawn = isMost ? this.#drawWhole(tab) : drawing;
    const redrawn = isMost ? redrawnWhole(drawing, edits) : this.#update(drawing, tab, ids);
    for (const id of ids) this.#stale.add(id);
    const { lint } = this.#listingOf(drawn, tab);
    if (redrawn === null) return { lint: { ...lint, introduced: [], resolved: [] }, older: lint.counts, rerouted: [] };
    const changes = ruleChanges(before, redrawn, drawn, tab);
    const introduced = introducedOf(changes, this.#listingOf(drawn, tab));
    const rerouted = reroutedArrows(redrawn.lines, (id) => drawn.lines.get(id), touchedBy(edits, targets));
    const resolved = this.#resolved(changes, known, drawing, { base, tab, ids, isMost });
    return {
      lint: { ...lint, introduced, resolved },
      older: olderThan(changes, lint),
      rerouted: rerouted.map((id) => tab.refOf(id)),
    };
  }

  /** `isMost`: the drawing is still that of the base. */
  #resolved(
    changes: readonly RuleChange[],
    known: Listing | null,
    drawing: LintDrawing,
    { base, tab, ids, isMost }: { base: TabView; tab: TabView; ids: readonly string[]; isMost: boolean },
  ): Finding[] {
    if (changes.every(({ resolved }) => resolved.length === 0)) return [];
    if (isMost) return resolvedOf(changes, known ?? new Listing(drawing, base), drawing, base);
    if (known !== null && isListed(changes, known)) return resolvedOf(changes, known, drawing, base);
    const listing = this.#listing;
    // Nothing of the base is remembered if it is not listed, so what is known of the tab stays true.
    const bringTo = (to: TabView): unknown => (known === null ? this.#update(drawing, to, ids) : drawing.update(to, ids));
    bringTo(base);
    const resolved = resolvedOf(changes, known ?? new Listing(drawing, base, this.#memory), drawing, base);
    bringTo(tab);
    this.#listing = listing;
    return resolved;
  }

  #bringTo(tab: TabView, ids: Iterable<string>): LintDrawing {
    this.#forgetOtherFont(tab);
    const drawing = this.#drawing ?? this.#drawWhole(tab);
    this.#update(drawing, tab, [...this.#stale, ...ids]);
    this.#stale.clear();
    return drawing;
  }

  /** All texts are measured in another font if the look of the tab changed. */
  #forgetOtherFont({ settings }: TabView): void {
    if (this.#drawing !== null && this.#drawing.font !== tabFont(settings)) this.forget();
  }

  #drawWhole(tab: TabView): LintDrawing {
    this.#listing = null;
    this.#memory.clear();
    this.#drawing = LintDrawing.of(tab);
    return this.#drawing;
  }

  #update(drawing: LintDrawing, tab: TabView, ids: Iterable<string>): Redrawn | null {
    const footprint = new Footprint();
    const redrawn = drawing.update(tab, ids, footprint);
    if (redrawn === null) return null;
    this.#listing = null;
    this.#memory.forget(footprint);
    return redrawn;
  }

  #listingOf(drawing: LintDrawing, tab: TabView): Listing {
    if (this.#listing?.isOf(tab) === true) return this.#listing;
    if (this.#settings !== null && !haveSameLocks(this.#settings, tab.settings)) this.#memory.clear();
    this.#settings = tab.settings;
    this.#listing = new Listing(drawing, tab, this.#memory);
    return this.#listing;
  }
}
