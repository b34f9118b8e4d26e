/**
 * The members of frames by id, and the order in which they are, as a tab is before its frames are arranged. While frames grow and
 * members move, what belongs where cannot be read from the canvas.
 */
import { type Box, isBox, isContainer } from '#schema/element.ts';

import type { Work } from '../planning/work.ts';
import { type Container, parentOf } from '../tab/membership.ts';
import { centreX, centreY, holdsPoint } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';

export type Centre = { readonly x: number; readonly y: number };

export class Family {
  readonly #tab: TabView;
  readonly #base: TabView;
  readonly #work: Work;
  readonly #children = new Map<string, readonly string[]>();
  readonly #parents = new Map<string, string>();
  readonly #centres = new Map<string, Centre>();

  /** `base`: the tab before the changeset. */
  constructor(tab: TabView, base: TabView, work: Work) {
    this.#tab = tab;
    this.#base = base;
    this.#work = work;
  }

  /** Takes down a frame with its members at any depth. */
  add(container: Container): void {
    if (!this.#children.has(container.id)) this.#take(container, this.#membersNow(container));
  }

  /** Takes down the members that a frame has now. Returns true if there are others than before. */
  takeJoined(container: Container): boolean {
    const members = this.#membersNow(container);
    if (members.every(({ id }) => this.#parents.has(id))) return false;
    this.#take(container, members);
    return true;
  }

  #membersNow(container: Container): Box[] {
    const members: Box[] = [];
    for (const box of this.#tab.boxesIn(container)) {
      if (!this.#work.spend(4)) break;
      if (box.id === container.id || !holdsPoint(container, centreX(box), centreY(box))) continue;
      if (parentOf(box, this.#tab, this.#work.spend)?.id === container.id) members.push(box);
    }
    return members.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  #take(container: Container, members: readonly Box[]): void {
    this.#children.set(
      container.id,
      members.map(({ id }) => id),
    );
    for (const box of members) {
      this.#parents.set(box.id, container.id);
      this.#centres.set(box.id, this.#centreOf(box));
      if (isContainer(box)) this.add(box);
    }
  }

  /** The members of a frame, by id. */
  membersOf = (id: string): readonly string[] => this.#children.get(id) ?? [];

  parentOf = (id: string): string | undefined => this.#parents.get(id);

  /** The members at any depth, each after its frame. */
  deepMembersOf(id: string): string[] {
    return this.membersOf(id).flatMap((member) => [member, ...this.deepMembersOf(member)]);
  }

  /** Where the middle of a member was before it grew or shrank in its place. */
  centreOf = (id: string): Centre => this.#centres.get(id) ?? { x: 0, y: 0 };

  /** A box that got another size stays where it was in the order. */
  #centreOf(box: Box): Centre {
    const centre = { x: centreX(box), y: centreY(box) };
    const before = this.#base.get(box.id);
    if (before === undefined || !isBox(before)) return centre;
    const wasAt = { x: centreX(before), y: centreY(before) };
    const isResized = before.x === box.x && before.y === box.y;
    return isResized ? wasAt : centre;
  }
}
