/**
 * Least-squares positions under separation constraints: variables keep as close to their desired positions as the
 * constraints `left + gap <= right` allow.
 *
 * After Dwyer, Marriott, Stuckey: "Fast node overlap removal" (Graph Drawing 2005), section 4: blocks of variables joined
 * by tight constraints move together; a block splits where the multiplier of a tight constraint is negative.
 */
export type TrackVariable = { readonly desired: number; readonly weight: number };
export type TrackSeparation = { readonly left: number; readonly right: number; readonly gap: number };

type Block = { members: number[]; position: number; weight: number };

const epsilon = 1e-7;

/** Positions by index of the variable. The constraints must form an acyclic graph that can be satisfied. */
export function separate(variables: readonly TrackVariable[], separations: readonly TrackSeparation[]): number[] {
  const solver = new Solver(variables, separations);
  return solver.run();
}

class Solver {
  readonly #variables: readonly TrackVariable[];
  readonly #separations: readonly TrackSeparation[];
  readonly #blockOf: Block[] = [];
  readonly #offset: number[];
  readonly #isTight: boolean[];
  readonly #touching: number[][];

  constructor(variables: readonly TrackVariable[], separations: readonly TrackSeparation[]) {
    this.#variables = variables;
    this.#separations = separations;
    this.#offset = variables.map(() => 0);
    this.#isTight = separations.map(() => false);
    this.#touching = variables.map(() => []);
    for (const [index, { left, right }] of separations.entries()) {
      this.#touching[left]?.push(index);
      this.#touching[right]?.push(index);
    }
    for (const [index, { desired, weight }] of variables.entries()) {
      this.#blockOf.push({ members: [index], position: desired, weight });
    }
  }

  run(): number[] {
    const rounds = 4 * this.#variables.length + 16;
    for (let round = 0; round < rounds; round += 1) {
      this.#satisfy();
      if (!this.#split()) break;
    }
    this.#satisfy();
    return this.#variables.map((_, index) => this.#at(index));
  }

  #at(index: number): number {
    return (this.#blockOf[index]?.position ?? 0) + (this.#offset[index] ?? 0);
  }

  #slack({ left, right, gap }: TrackSeparation): number {
    return this.#at(right) - this.#at(left) - gap;
  }

  /** Merges blocks across the most violated constraint until all are satisfied. */
  #satisfy(): void {
    const most = 2 * this.#separations.length + 8;
    for (let step = 0; step < most; step += 1) {
      let worst = -1;
      let violation = -epsilon;
      for (const [index, separation] of this.#separations.entries()) {
        if (this.#isTight[index] === true) continue;
        const slack = this.#slack(separation);
        if (slack < violation) [worst, violation] = [index, slack];
      }
      const separation = this.#separations[worst];
      if (separation === undefined) return;
      this.#merge(separation, worst);
    }
  }

  #merge({ left, right, gap }: TrackSeparation, index: number): void {
    const [a, b] = [this.#blockOf[left], this.#blockOf[right]];
    if (a === undefined || b === undefined) return;
    if (a === b) {
      // Within one block: drop a tight constraint between the two, so that the violated one can hold.
      const cut = this.#pathMinimum(left, right);
      if (cut === -1) return;
      this.#isTight[cut] = false;
      this.#rebuild(a);
      const [from, to] = [this.#blockOf[left], this.#blockOf[right]];
      if (from === undefined || to === undefined || from === to) return;
      this.#join(from, to, left, right, gap);
    } else this.#join(a, b, left, right, gap);
    this.#isTight[index] = true;
  }

  #join(a: Block, b: Block, left: number, right: number, gap: number): void {
    const shift = (this.#offset[left] ?? 0) + gap - (this.#offset[right] ?? 0);
    for (const member of b.members) {
      this.#offset[member] = (this.#offset[member] ?? 0) + shift;
      this.#blockOf[member] = a;
      a.members.push(member);
    }
    this.#settle(a);
  }

  #settle(block: Block): void {
    let [sum, weight] = [0, 0];
    for (const member of block.members) {
      const variable = this.#variables[member];
      if (variable === undefined) continue;
      sum += variable.weight * (variable.desired - (this.#offset[member] ?? 0));
      weight += variable.weight;
    }
    block.weight = weight;
    block.position = sum / weight;
  }

  /** Splits each block at the tight constraint that pulls together what wants to part; true when any was split. */
  #split(): boolean {
    let hasSplit = false;
    for (const block of new Set(this.#blockOf)) {
      if (block.members.length < 2) continue;
      const multipliers = this.#multipliers(block);
      let [worst, least] = [-1, -1e-4];
      for (const [index, multiplier] of multipliers) if (multiplier < least) [worst, least] = [index, multiplier];
      if (worst === -1) continue;
      this.#isTight[worst] = false;
      this.#rebuild(block);
      hasSplit = true;
    }
    return hasSplit;
  }

  /** Lagrange multipliers of the tight constraints of a block, by a walk over the tree that they form. */
  #multipliers(block: Block): Map<number, number> {
    const multipliers = new Map<number, number>();
    const [root] = block.members;
    if (root === undefined) return multipliers;
    const order: { at: number; by: number; parent: number }[] = [{ at: root, by: -1, parent: -1 }];
    const seen = new Set([root]);
    for (let index = 0; index < order.length; index += 1) {
      const entry = order[index];
      if (entry === undefined) break;
      for (const edge of this.#touching[entry.at] ?? []) {
        if (this.#isTight[edge] !== true) continue;
        const separation = this.#separations[edge];
        if (separation === undefined) continue;
        const next = separation.left === entry.at ? separation.right : separation.left;
        if (seen.has(next)) continue;
        seen.add(next);
        order.push({ at: next, by: edge, parent: entry.at });
      }
    }
    const pull = new Map<number, number>();
    for (const { at, by, parent } of order.toReversed()) {
      const variable = this.#variables[at];
      if (variable === undefined) continue;
      const total = (pull.get(at) ?? 0) + variable.weight * (this.#at(at) - variable.desired);
      if (by === -1) continue;
      pull.set(parent, (pull.get(parent) ?? 0) + total);
      multipliers.set(by, this.#separations[by]?.right === at ? total : -total);
    }
    return multipliers;
  }

  /** The tight constraint on the path between two variables of a block that costs least to release; -1 without one. */
  #pathMinimum(from: number, to: number): number {
    const block = this.#blockOf[from];
    if (block === undefined) return -1;
    const cameBy = new Map<number, { edge: number; parent: number }>();
    const queue = [from];
    const seen = new Set(queue);
    for (const at of queue) {
      if (at === to) break;
      for (const edge of this.#touching[at] ?? []) {
        if (this.#isTight[edge] !== true) continue;
        const separation = this.#separations[edge];
        if (separation === undefined) continue;
        const next = separation.left === at ? separation.right : separation.left;
        if (seen.has(next)) continue;
        seen.add(next);
        cameBy.set(next, { edge, parent: at });
        queue.push(next);
      }
    }
    const multipliers = this.#multipliers(block);
    let [best, least] = [-1, Infinity];
    for (let at = to; at !== from;) {
      const step = cameBy.get(at);
      if (step === undefined) return -1;
      // Only constraints that point from `from` towards `to` give way.
      const multiplier = multipliers.get(step.edge) ?? 0;
      if (this.#separations[step.edge]?.right === at && multiplier < least) [best, least] = [step.edge, multiplier];
      at = step.parent;
    }
    return best;
  }

  /** Makes blocks of the parts that the remaining tight constraints of a block hold together. */
  #rebuild(block: Block): void {
    const left = new Set(block.members);
    for (const start of block.members) {
      if (!left.has(start)) continue;
      const part: number[] = [start];
      left.delete(start);
      for (const at of part) {
        for (const edge of this.#touching[at] ?? []) {
          if (this.#isTight[edge] !== true) continue;
          const separation = this.#separations[edge];
          if (separation === undefined) continue;
          const next = separation.left === at ? separation.right : separation.left;
          if (!left.has(next)) continue;
          left.delete(next);
          part.push(next);
        }
      }
      const made: Block = { members: part, position: 0, weight: 0 };
      for (const member of part) this.#blockOf[member] = made;
      this.#settle(made);
    }
  }
}
