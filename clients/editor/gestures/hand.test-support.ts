/** hand: a pointer over a tab in a Y.Doc, without a browser: presses, drags, clicks. */
import * as Y from 'yjs';

import { type Box, type Element, isArrow, isBox, isContainer, type Point } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';
import type { Rect, TabState } from '#schema/tab.ts';
import { isOrderKey } from '#schema/ydoc/order-key.ts';
import { watchTabs } from '#schema/ydoc/watch.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';

import { boundsOf } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import type { Offset } from '#core/placement/follow.ts';
import { comesAfter } from '#core/ops/restack.ts';
import { overlaps } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { leaveLeftGroups } from '../state/groups.ts';
import { Selection } from '../state/selection.ts';
import { Signal } from '../state/signal.ts';
import { ToolChoice } from '../state/tool-choice.ts';
import type { Looks } from '../changes/draw.ts';
import { type Change, planChange } from '../changes/change.ts';
import { holdsTurned } from '../changes/turned.ts';
import { TabStore } from '../live/tab-store.ts';
import { UndoSteps } from '../live/undo-steps.ts';
import type { HitChoice } from '../scene/hit.ts';
import type { CommentPlace } from './comment-press.ts';
import type { PressedVote } from './vote-press.ts';
import type { GestureContext, LooseEnd, Pointer, GesturePreview } from './gesture.ts';
import { Pointing } from './pointing.ts';

type Held = Partial<Pick<Pointer, 'shift' | 'alt' | 'mod' | 'kind' | 'pressure' | 'isEraser'>>;

export class Hand {
  readonly doc = new Y.Doc();
  readonly selection = new Selection();
  readonly entered = new Signal<string | null>(null);
  readonly tool = new ToolChoice();
  readonly steps: UndoSteps;
  readonly pointing: Pointing;
  readonly refusals: string[] = [];
  readonly edited: string[] = [];
  readonly copied: Offset[] = [];
  readonly offered: LooseEnd[] = [];
  readonly comments: CommentPlace[] = [];
  readonly votes: PressedVote[] = [];
  /** The fields of new elements, by tool. */
  looks: Readonly<Record<string, Looks>> = {};
  /** Of the laser pointer. */
  readonly lines: Point[][] = [];
  zoom = 1;
  grid: number | null = null;
  shown: GesturePreview | null = null;
  writes = true;
  readonly #store: TabStore;

  constructor(state: TabState, clientId = 7) {
    this.doc.clientID = clientId;
    initDocument(this.doc, { name: 'Plan' });
    const { elements, skipped: _skipped, ...settings } = state;
    insertTab(this.doc, settings);
    applyEdits(
      this.doc,
      state.id,
      Array.from(elements.values(), (after) => ({ id: after.id, before: null, after: plain(after) })),
    );
    const store = TabStore.of(this.doc, state.id);
    if (store === null) throw new Error('no tab');
    this.#store = store;
    watchTabs(this.doc, (change) => store.take(change, true));
    this.steps = new UndoSteps(this.doc, () => undefined);
    this.selection.subscribe(() => leaveLeftGroups(this.entered, this.selection, this.tab));
    this.pointing = new Pointing({
      ground: () => this.ground(),
      selection: this.selection,
      entered: this.entered,
      tool: this.tool,
      mayEdit: () => this.writes,
      looks: (tool) => this.looks[tool] ?? {},
      laser: { begin: (at) => this.lines.push([at]), move: (at) => this.lines.at(-1)?.push(at) },
      comment: (place) => this.comments.push(place),
      vote: (pressed) => this.votes.push(pressed),
      panBy: () => undefined,
      apply: (change, step) => this.apply(change, step),
      copied: (by) => this.copied.push(by),
      editLabel: (id) => this.edited.push(id),
      offerBox: (end) => this.offered.push(end),
      show: (shown) => {
        this.shown = shown;
      },
    });
  }

  get tab(): TabView {
    return this.#store.view;
  }

  ground(): GestureContext {
    const visible = { x: -5_000, y: -5_000, width: 10_000, height: 10_000 };
    return {
      tab: this.tab,
      zoom: this.zoom,
      visible,
      grid: this.grid,
      hit: (at, slack, choice) => topmostAt(this.tab, at, { slack, ...choice }),
      within: (rect) => touching(this.tab, rect),
    };
  }

  /** Writes a change as the page does. */
  apply(change: Change, step?: string): boolean {
    const edits = planChange(this.tab, change);
    if (isProblem(edits)) this.refusals.push(edits.code);
    else if (edits.length > 0) this.steps.write(edits, (part) => applyEdits(this.doc, this.tab.settings.id, part), step);
    return !isProblem(edits);
  }

  /** From the first point through the others to the last. */
  drag(points: readonly Point[], held: Held = {}): void {
    const [first = [0, 0], ...others] = points;
    // A finger has no position before it presses.
    if (held.kind !== 'touch') this.hover(first, held);
    this.pointing.down(this.#pointer(first, held), false);
    for (const at of others) this.pointing.move(this.#pointer(at, held));
    this.pointing.up(this.#pointer(points.at(-1) ?? first, held));
  }

  click(at: Point, held: Held = {}): void {
    this.drag([at], held);
  }

  hover(at: Point, held: Held = {}): ReturnType<Pointing['hover']> {
    return this.pointing.hover(this.#pointer(at, held));
  }

  /** The element with this slug. */
  at(slug: string): Element & Rect {
    const element = this.tab.get(this.tab.idsOfSlug(slug)[0] ?? '');
    if (element === undefined) throw new Error(`no ${slug}`);
    return element as Element & Rect;
  }

  select(...slugs: string[]): void {
    this.selection.set(slugs.map((slug) => this.at(slug).id));
  }

  #pointer([x, y]: Point, held: Held): Pointer {
    return {
      at: [x, y],
      screen: [x * this.zoom, y * this.zoom],
      shift: false,
      alt: false,
      mod: false,
      pressure: 0.5,
      kind: 'mouse',
      ...held,
    };
  }
}

/** Without the prototypes of generated values, and with a valid stacking key. */
const plain = (element: Element): Element =>
  JSON.parse(JSON.stringify({ ...element, z: isOrderKey(element.z) ? element.z : 'a0' })) as Element;

type Hit = HitChoice & { readonly slack: number };

function topmostAt(tab: TabView, at: Point, { slack, takes, drawnOnly }: Hit): string | null {
  let top: Element | null = null;
  for (const element of tab.elements()) {
    if (takes?.(element) === false) continue;
    const isHit = isArrow(element) ? isNear(routeOf(element, tab), at, slack + 2) : holdsTurned(element, at, slack);
    if (drawnOnly === true && isHollow(element) && holdsTurned(element, at, -slack - 3)) continue;
    if (isHit && (top === null || comesAfter(element, top))) top = element;
  }
  return top?.id ?? null;
}

const isHollow = (element: Element): element is Box => isBox(element) && (isContainer(element) || element.fill === 'none');

const touching = (tab: TabView, rect: Rect): string[] =>
  [...tab.elements()]
    .filter((element) => overlaps(isArrow(element) ? grown(boundsOf(routeOf(element, tab))) : element, rect))
    .map(({ id }) => id);

const grown = ({ x, y, width, height }: Rect): Rect => ({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 });

function isNear(line: readonly Point[], [x, y]: Point, slack: number): boolean {
  return line.slice(1).some(([toX, toY], index) => {
    const [fromX, fromY] = line[index] ?? [toX, toY];
    const [dx, dy] = [toX - fromX, toY - fromY];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
    return Math.hypot(x - fromX - share * dx, y - fromY - share * dy) <= slack;
  });
}
