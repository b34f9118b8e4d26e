/** What a changeset of a token with a fence may do on its tab: its operations, and the frame that it stays in (AC20, AC21). */
import { parseOperations } from '#core/changeset/parse.ts';
import { ancestorsOf } from '#core/tab/membership.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Edit } from '#schema/changeset.ts';
import { type Arrow, type Box, type Element, isArrow, isContainer } from '#schema/element.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';
import type { Actor } from '#server/access/actor.ts';
import { outside, writeFenceOf } from '#server/access/fence.ts';

export type FencedPlan = {
  readonly operations: string | readonly unknown[];
  /** The operations replace the contents of the tab. */
  readonly replaces: boolean;
  readonly edits: readonly Edit[];
};

/** `tab` is the tab before the edits. Errors: token_fenced. */
export const refuseFencedChangeset = (actor: Actor, plan: FencedPlan, tab: TabView): Problem | null =>
  refuseOperations(actor, plan.operations, plan.replaces) ?? refuseOutsideFrame(actor, tab, plan.edits);

/** Errors: token_fenced. Operations that cannot be parsed are left to the plan. */
export function refuseOperations(actor: Actor, input: string | readonly unknown[], replaces = false): Problem | null {
  const allowed = writeFenceOf(actor)?.operations;
  if (allowed === undefined || allowed.includes('draw')) return null;
  if (replaces && !allowed.includes('rm')) return outside('replacing a tab removes elements, and rm is not among its operations');
  const parsed = parseOperations(input);
  const other = 'errors' in parsed ? undefined : parsed.operations.find(({ operation }) => !allowed.includes(operation.op));
  return other === undefined ? null : outside(`${other.operation.op} is not among its operations`);
}

/** The first edit outside the frame, as a problem. `tab` is the tab before the edits. Errors: token_fenced. */
function refuseOutsideFrame(actor: Actor, tab: TabView, edits: readonly Edit[]): Problem | null {
  const frameId = writeFenceOf(actor)?.frame;
  if (frameId === undefined) return null;
  const before = tab.get(frameId);
  if (before === undefined || !isContainer(before)) return outside('its frame is no longer on this tab');
  const edited = new Map(edits.map((edit) => [edit.id, edit]));
  const after = frameAfter(before, edited.get(frameId));
  if (isProblem(after)) return after;
  const place = new FencedPlace(frameId, after, tab, edited);
  const stray = edits.find((edit) => edit.id !== frameId && !place.contains(edit));
  return stray === undefined ? null : outside(`${nameOf(stray, tab)} is not in its frame, or would not stay there`);
}

/** The frame may grow for what is put into it. */
function frameAfter(before: Box, edit: Edit | undefined): Rect | Problem {
  if (edit === undefined) return before;
  const { after } = edit;
  if (after === null || isArrow(after) || !isWithin(before, after)) return outside('its frame may only grow');
  const fixed = ({ x: _x, y: _y, width: _width, height: _height, ...rest }: Box): string => JSON.stringify(rest);
  return fixed(before) === fixed(after) ? after : outside('its frame may only grow');
}

class FencedPlace {
  readonly #frameId: string;
  readonly #rect: Rect;
  readonly #tab: TabView;
  readonly #edited: ReadonlyMap<string, Edit>;

  constructor(frameId: string, rect: Rect, tab: TabView, edited: ReadonlyMap<string, Edit>) {
    this.#frameId = frameId;
    this.#rect = rect;
    this.#tab = tab;
    this.#edited = edited;
  }

  /** True if the element was in the frame, and is there afterwards. */
  contains({ before, after }: Edit): boolean {
    return (before === null || this.#held(before)) && (after === null || this.#holds(after));
  }

  #held(element: Element): boolean {
    if (isArrow(element)) return this.#ends(element, (id) => this.#heldId(id));
    return ancestorsOf(element, this.#tab).some(({ id }) => id === this.#frameId);
  }

  #heldId(id: string): boolean {
    const element = this.#tab.get(id);
    return element !== undefined && (id === this.#frameId || this.#held(element));
  }

  #holds(element: Element): boolean {
    if (!isArrow(element)) return isWithin(element, this.#rect);
    const isIn = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
      isWithin({ x, y, width: 0, height: 0 }, this.#rect);
    return this.#ends(element, (id) => this.#isIn(id)) && (element.points ?? []).every(([x, y]) => isIn({ x, y }));
  }

  /** True if the element is in the frame after the edits. */
  #isIn(id: string): boolean {
    if (id === this.#frameId) return true;
    const edit = this.#edited.get(id);
    if (edit === undefined) return this.#heldId(id);
    return edit.after !== null && !isArrow(edit.after) && isWithin(edit.after, this.#rect);
  }

  #ends({ from, to }: Arrow, isMember: (id: string) => boolean): boolean {
    return [from, to].every((end) =>
      'element' in end ? isMember(end.element) : isWithin({ ...end, width: 0, height: 0 }, this.#rect),
    );
  }
}

const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const nameOf = ({ id, before }: Edit, tab: TabView): string => (before === null ? id : tab.refOf(id));
