/** namespaces: the groups of a class diagram. `a.b` is within `a`, and so is `b` that is written within `a`. */
import type { DiagramBuilder } from './diagram-builder.ts';

/** Their ids have those of all around them. */
export const deepestNamespace = 64;

export class Namespaces {
  readonly #builder: DiagramBuilder;
  /** Of each that is open, how many groups it opened. */
  readonly #open: number[] = [];

  constructor(builder: DiagramBuilder) {
    this.#builder = builder;
  }

  /** `label`: null if it is the last part of the name. False if it is too deep. */
  open(name: string, label: string | null): boolean {
    const builder = this.#builder;
    const parts = name.split('.');
    if (this.#open.reduce((sum, count) => sum + count, parts.length) > deepestNamespace) return false;
    let id = builder.group?.id;
    for (const part of parts) {
      id = id === undefined ? part : `${id}.${part}`;
      builder.openGroup(id, part);
    }
    if (label !== null && builder.group !== null) builder.group.label = label;
    this.#open.push(parts.length);
    return true;
  }

  /** False if none is open. */
  close(): boolean {
    const count = this.#open.pop() ?? 0;
    for (let at = 0; at < count; at += 1) this.#builder.closeGroup();
    return count > 0;
  }
}
