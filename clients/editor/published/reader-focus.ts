/** reader-focus: the part of a board that fills a reader's view: all of it, a frame, or a page. */
import { nameRoom } from '#core/render/page.ts';
import { grown, union } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';
import { type Box, isArrow } from '#schema/element.ts';
import type { Page, Rect, Size } from '#schema/tab.ts';

import { Viewport, type ViewportState } from '../state/viewport.ts';

export type ReaderFocus =
  | { readonly kind: 'all' }
  /** `name`: a ref or id. */
  | { readonly kind: 'frame'; readonly name: string }
  | { readonly kind: 'page'; readonly id: string };

/** Window pixels around what is fitted; less in a small window. */
const margin = { most: 40, share: 0.05, frame: 6 } as const;

/** A frame, then the first page, then everything. */
export function firstFocus(view: TabView, frame: string | null): ReaderFocus {
  if (frame !== null && boxNamed(view, frame) !== null) return { kind: 'frame', name: frame };
  const [first] = view.settings.pages;
  return first === undefined ? { kind: 'all' } : { kind: 'page', id: first.id };
}

/** The box with this ref, id, or unique start of an id; null if there is none. */
export function boxNamed(view: TabView, name: string): Box | null {
  const [id, other] = view.get(name) === undefined ? idsNamed(view, name) : [name];
  const element = id === undefined || other !== undefined ? undefined : view.get(id);
  return element === undefined || isArrow(element) ? null : element;
}

const idsNamed = (view: TabView, name: string): readonly string[] =>
  name.includes('~') ? view.idsWithPrefix(name, 2) : view.idsOfSlug(name);

/** The rectangle of what is shown. `extent`: of all that is drawn. Null on an empty board. */
export function focusRect(focus: ReaderFocus, view: TabView, extent: Rect | null): Rect | null {
  const own = focus.kind === 'page' ? pageWith(view, focus.id)?.rect : focus.kind === 'frame' ? boxNamed(view, focus.name) : null;
  if (own !== null && own !== undefined) return own;
  const pages = view.settings.pages.map(({ rect: { x, y, width, height } }) => ({
    x,
    y: y - nameRoom,
    width,
    height: height + nameRoom,
  }));
  return pages.reduce<Rect | null>((around, rect) => (around === null ? rect : union(around, rect)), extent);
}

/** The view that shows the rectangle: all is shown at full size at most, a frame or a page as large as it can be. */
export function viewOf(rect: Rect, kind: ReaderFocus['kind'], window: Size): Pick<ViewportState, 'x' | 'y' | 'zoom'> {
  const viewport = new Viewport();
  viewport.resize(window.width, window.height);
  const padding = Math.min(margin.most, margin.share * Math.min(window.width, window.height));
  if (kind === 'all') viewport.fit(rect, padding);
  else viewport.fill(withMargin(rect, kind === 'frame' ? margin.frame : padding, window));
  const { x, y, zoom } = viewport.get();
  return { x, y, zoom };
}

/** The rectangle with this margin at the zoom at which it then fills the window. */
function withMargin(rect: Rect, paddingPx: number, { width, height }: Size): Rect {
  const zoom = Math.min((width - 2 * paddingPx) / rect.width, (height - 2 * paddingPx) / rect.height);
  return grown(rect, zoom > 0 ? paddingPx / zoom : 0);
}

export const pageWith = ({ settings }: TabView, id: string): Page | undefined => settings.pages.find((page) => page.id === id);
