/**
 * incremental: the lint of a tab that changes a little at a time, at the cost of what changed.
 * C1  The lint is that of the whole tab: `lint(tab, changed)` answers what `lint(tab)` of lint.ts does.
 * C2  A tab may be a draft that is never applied: what it changed is looked at again with the next one.
 * C3  What the base changed may be looked at bit by bit (`advance`); the lint is the same, sooner.
 *
 * The cache holds no tab. Whoever keeps it says what changed: `note` every id that was written to the base, by whomever,
 * and with a draft the ids in which it differs from the base.
 */
import type { Lint } from '#schema/changeset.ts';

import type { TabView } from '../tab/view.ts';
import { LintDrawing } from './drawing.ts';
import { lintOf } from './lint.ts';

export class LintCache {
  #drawing: LintDrawing | null = null;
  /** Ids in which the drawing may differ from the base. */
  readonly #stale = new Set<string>();

  /** The base changed at these ids. */
  note(ids: Iterable<string>): void {
    if (this.#drawing !== null) for (const id of ids) this.#stale.add(id);
  }

  /** The base is another one, or what changed in it is not known. */
  forget(): void {
    this.#drawing = null;
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
    this.#drawing.update(tab, some);
    for (const id of some) this.#stale.delete(id);
  }

  /** The lint of the base, or of a draft over it that differs from it in these ids. */
  lint(tab: TabView, changed: Iterable<string> = []): Lint {
    const ids = new Set(changed);
    if (this.#drawing === null) this.#drawing = LintDrawing.of(tab);
    else this.#drawing.update(tab, [...this.#stale, ...ids]);
    this.#stale.clear();
    for (const id of ids) this.#stale.add(id);
    return lintOf(this.#drawing, tab);
  }
}
