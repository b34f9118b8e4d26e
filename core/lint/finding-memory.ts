/** Findings of earlier lints, each kept until something changes that it depends on. They only save time: the lint is the same without. */
import type { Finding } from '#schema/changeset.ts';

import { IdSets } from '../tab/id-sets.ts';
import type { Footprint } from './footprint.ts';
import type { TrialRecord } from './trials.ts';

const sizeMax = 2_000;

export type RememberedFinding = { readonly finding: Finding | null; readonly trials: TrialRecord; readonly footprint: Footprint };

export class FindingMemory {
  readonly #findings = new Map<string, RememberedFinding>();
  /** Keys of findings by the names in their footprints. */
  readonly #named = new IdSets();

  get(key: string): RememberedFinding | undefined {
    return this.#findings.get(key);
  }

  put(key: string, finding: RememberedFinding): void {
    this.#delete(key);
    if (finding.footprint.isWhole) return;
    if (this.#findings.size === sizeMax) this.clear();
    this.#findings.set(key, finding);
    for (const name of finding.footprint.names) this.#named.add(name, key);
  }

  /** Forgets what the change of this footprint may have changed. */
  forget(change: Footprint): void {
    if (this.#findings.size === 0) return;
    if (change.isWhole) return this.clear();
    for (const name of change.names) for (const key of this.#named.get(name)) this.#delete(key);
    for (const [key, { footprint }] of this.#findings) if (footprint.touches(change)) this.#delete(key);
  }

  clear(): void {
    for (const key of this.#findings.keys()) this.#delete(key);
  }

  #delete(key: string): void {
    for (const name of this.#findings.get(key)?.footprint.names ?? []) this.#named.delete(name, key);
    this.#findings.delete(key);
  }
}
