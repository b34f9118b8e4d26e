/** lane-drag: one press on a card of an open board by mouse, pen or finger, and the drag that it may become. */
import type { LaneSpot, LaneTarget } from './lane-steps.ts';

export type LaneDrag = { readonly spot: LaneSpot; readonly target: LaneTarget | null };

export type LaneDragOptions = {
  readonly scroller: { readonly current: HTMLElement | null };
  readonly mayEdit: boolean;
  readonly mayPut: (spot: LaneSpot, lane: string) => boolean;
  readonly onDrop: (spot: LaneSpot, target: LaneTarget) => void;
  /** A press without a drag. */
  readonly onPress: (spot: LaneSpot) => void;
};

export type PointerPlace = { readonly x: number; readonly y: number };

type PressHost = {
  /** As of the last rendering. */
  readonly options: () => LaneDragOptions;
  readonly show: (drag: LaneDrag | null) => void;
  readonly place: (at: PointerPlace) => void;
};

const thresholdPx = 5;
const holdMs = 280;
const edgePx = 44;
const scrollPx = 14;

/**
 * A mouse or a pen begins to drag after some pixels, a finger when it has held the card for a moment: one that moves earlier
 * scrolls. Escape cancels.
 */
export class CardPress {
  readonly #spot: LaneSpot;
  readonly #start: PointerPlace;
  readonly #isTouch: boolean;
  readonly #host: PressHost;
  readonly #listening = new AbortController();
  #at: PointerPlace;
  #target: LaneTarget | null = null;
  #isDragging = false;
  #frame = 0;

  constructor(spot: LaneSpot, start: PointerPlace, isTouch: boolean, host: PressHost) {
    this.#spot = spot;
    this.#start = start;
    this.#at = start;
    this.#isTouch = isTouch;
    this.#host = host;
    host.place(start);
  }

  /** Listens until the pointer is released. */
  listen(button: HTMLElement): void {
    const { signal } = this.#listening;
    const holding = this.#isTouch ? setTimeout(() => this.#begin(), holdMs) : undefined;
    signal.addEventListener('abort', () => {
      clearTimeout(holding);
      cancelAnimationFrame(this.#frame);
    });
    window.addEventListener('pointermove', ({ clientX: x, clientY: y }) => this.#follow({ x, y }), { signal });
    window.addEventListener('pointerup', () => this.#drop(), { signal });
    window.addEventListener('pointercancel', () => this.#end(), { signal });
    // Keeps the page from scrolling under the finger.
    const holdPage = (touch: Event): void => {
      if (this.#isDragging && touch.cancelable) touch.preventDefault();
    };
    window.addEventListener('touchmove', holdPage, { signal, passive: false });
    button.addEventListener('contextmenu', (menu) => this.#isTouch && menu.preventDefault(), { signal });
    window.addEventListener('keydown', (key) => this.#onKeyDown(key), { signal, capture: true });
  }

  abort(): void {
    this.#listening.abort();
  }

  #end(): void {
    this.abort();
    this.#host.show(null);
  }

  #begin(): void {
    if (!this.#host.options().mayEdit || this.#listening.signal.aborted) return;
    this.#aim();
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  #follow(at: PointerPlace): void {
    this.#at = at;
    this.#host.place(at);
    if (this.#isDragging) return this.#aim();
    if (Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < thresholdPx) return;
    if (this.#isTouch) this.#end();
    else this.#begin();
  }

  #drop(): void {
    const [wasDragging, target] = [this.#isDragging, this.#target];
    const isPress = !wasDragging && !this.#listening.signal.aborted;
    this.#end();
    const { onPress, onDrop } = this.#host.options();
    if (isPress) onPress(this.#spot);
    else if (target !== null) onDrop(this.#spot, target);
  }

  #onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Escape' || !this.#isDragging) return;
    key.preventDefault();
    key.stopImmediatePropagation();
    this.#end();
  }

  #aim(): void {
    const candidate = targetAt(this.#at);
    const isAllowed = candidate !== null && this.#host.options().mayPut(this.#spot, candidate.lane);
    const next = isAllowed ? candidate : null;
    if (this.#isDragging && isSameTarget(next, this.#target)) return;
    this.#isDragging = true;
    this.#target = next;
    this.#host.show({ spot: this.#spot, target: next });
  }

  /** Scrolls while the pointer is near an edge of the table. */
  #scroll(): void {
    const { current } = this.#host.options().scroller;
    const by = current === null ? null : edgeScroll(current.getBoundingClientRect(), this.#at);
    if (by !== null && (by.x !== 0 || by.y !== 0)) {
      current?.scrollBy(by.x, by.y);
      this.#aim();
    }
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }
}

const isSameTarget = (a: LaneTarget | null, b: LaneTarget | null): boolean =>
  a?.lane === b?.lane && a?.status === b?.status && a?.before === b?.before;

/** The cell under the pointer, and the first card in it whose middle is below the pointer; null outside of cells. */
function targetAt({ x, y }: PointerPlace): LaneTarget | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]') ?? null;
  if (cell === null) return null;
  const cards = Array.from(cell.querySelectorAll<HTMLElement>('[data-spot]'));
  const index = indexBelow(y, cards.length, (at) => {
    const { top = 0, height = 0 } = cards[at]?.getBoundingClientRect() ?? {};
    return top + height / 2;
  });
  const { cell: status = '', lane = '' } = cell.dataset;
  return { lane, status, before: cards[index]?.dataset['spot'] ?? null };
}

/** The first of `count` cards whose middle is below `y`, by binary search; `count` if there is none. */
export function indexBelow(y: number, count: number, middleOf: (index: number) => number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (y < middleOf(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** How far to scroll in a frame. */
export function edgeScroll(box: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>, { x, y }: PointerPlace): PointerPlace {
  const along = (at: number, from: number, to: number): number =>
    at < from + edgePx ? -scrollPx : at > to - edgePx ? scrollPx : 0;
  return { x: along(x, box.left, box.right), y: along(y, box.top, box.bottom) };
}
