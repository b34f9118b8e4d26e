/**
 * incremental: the lint of a tab that changes a little at a time, at the cost of what changed.
 * C1  The lint is that of the whole tab: `lint(tab, changed)` answers what `lint(tab)` of lint.ts does.
 * C2  A tab may be a draft that is never applied: what it changed is looked at again with the next one.
 * C3  What the base changed may be looked at bit by bit (`advance`); the lint is the same, sooner.
 *
 * The cache holds no tab. Whoever keeps it says what changed: `note` every id that was written to the base, by whomever,
 * and with a draft the ids in which it differs from the base. The findings of the state that was linted last are kept, so that
 * they are found, and their fixes tried, once for a changeset that follows another.
 */
import type { Finding, Lint } from '#schema/changeset.ts';

import type { TabSettings } from '#schema/tab.ts';

import { haveSameLocks } from '../tab/locks.ts';
import type { TabView } from '../tab/view.ts';
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
  /** Of the drawing in its current state; null while it is not known. */
  #listing: Listing | null = null;
  /** Findings of earlier states that hold for the drawing in its current state. */
  readonly #memory = new FindingMemory();
  #settings: TabSettings | null = null;
  /** Ids in which the drawing may differ from the base. */
  readonly #stale = new Set<string>();

  /** The base changed at these ids. */
  note(ids: Iterable<string>): void {
    if (this.#drawing !== null) for (const id of ids) this.#stale.add(id);
  }

  /** The base is another one, or what changed in it is not known. */
  forget(): void {
    this.#drawing = null;
    this.#listing = null;
    this.#memory.clear();
    this.#stale.clear();
  }

  /** How many elements `lint` would look at for the base; null when it would be all. */
  get pending(): number | null {
    return this.#drawing === null ? null : this.#stale.size;
  }

  /** Looks at up to so many of them, so that the next `lint` has less to do. The tab is the base. */
  advance(tab: TabView, most: number): void {
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

  /** What a plan changes in the lint of the base. */
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
    const resolved = resolvedIn(changes, known, () => {
      // Back to the base, and forward again: the findings of before are described where they are.
      if (isMost) return resolvedOf(changes, new Listing(drawing, base));
      const listing = this.#listing;
      this.#update(drawing, base, ids);
      const resolved = resolvedOf(changes, new Listing(drawing, base, this.#memory));
      this.#update(drawing, tab, ids);
      this.#listing = listing;
      return resolved;
    });
    return {
      lint: { ...lint, introduced, resolved },
      older: olderThan(changes, lint),
      rerouted: rerouted.map((id) => tab.refOf(id)),
    };
  }

  #bringTo(tab: TabView, ids: Iterable<string>): LintDrawing {
    const drawing = this.#drawing ?? this.#drawWhole(tab);
    this.#update(drawing, tab, [...this.#stale, ...ids]);
    this.#stale.clear();
    return drawing;
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

function resolvedIn(changes: readonly RuleChange[], known: Listing | null, describe: () => Finding[]): Finding[] {
  if (changes.every(({ resolved }) => resolved.length === 0)) return [];
  return known !== null && isListed(changes, known) ? resolvedOf(changes, known) : describe();
}
