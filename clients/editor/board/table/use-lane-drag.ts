/**
 * use-lane-drag: a card of an open board dragged by mouse, pen or finger.
 *
 * D1  A mouse or a pen begins after some pixels, a finger when it has rested on the card: a finger that moves on scrolls.
 * D2  It goes into the cell under the pointer, above the first card whose middle lies below; where the lane does not take it,
 *     nowhere. Escape ends it.
 * D3  At an edge of the table what lies beyond comes into view.
 */
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { LaneSpot, LaneTarget } from './lane-steps.ts';

export type LaneDrag = { readonly spot: LaneSpot; readonly target: LaneTarget | null };

const thresholdPx = 5;
const restMs = 280;
const edgePx = 44;
const scrollPx = 14;

type Options = {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly mayEdit: boolean;
  readonly mayPut: (spot: LaneSpot, lane: string) => boolean;
  readonly onDrop: (spot: LaneSpot, target: LaneTarget) => void;
  /** A press without a drag. */
  readonly onPress: (spot: LaneSpot) => void;
};

export function useLaneDrag(options: Options): {
  readonly drag: LaneDrag | null;
  /** Of what goes with the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>;
  readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>, spot: LaneSpot) => void;
} {
  const [drag, setDrag] = useState<LaneDrag | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const at = useRef({ x: 0, y: 0 });
  const ending = useRef<AbortController | null>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
    place(ghost.current, at.current);
  });
  useEffect(() => () => ending.current?.abort(), []);

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>, spot: LaneSpot): void => {
    if (event.button !== 0) return;
    const isTouch = event.pointerType === 'touch';
    const button = event.currentTarget;
    if (!isTouch) {
      event.preventDefault();
      button.focus({ preventScroll: true });
    }
    const begin = { x: event.clientX, y: event.clientY };
    at.current = begin;
    let target: LaneTarget | null = null;
    let isDragging = false;
    let frame = 0;
    const stop = new AbortController();
    ending.current = stop;
    const { signal } = stop;
    const aim = (): void => {
      const found = targetAt(at.current);
      const next = found !== null && latest.current.mayPut(spot, found.lane) ? found : null;
      if (isDragging && next?.lane === target?.lane && next?.status === target?.status && next?.before === target?.before) return;
      isDragging = true;
      target = next;
      setDrag({ spot, target });
    };
    // [D3]
    const scroll = (): void => {
      const { scroller } = latest.current;
      const by = scroller.current === null ? null : pull(scroller.current.getBoundingClientRect(), at.current);
      if (by !== null && (by.x !== 0 || by.y !== 0)) {
        scroller.current?.scrollBy(by.x, by.y);
        aim();
      }
      frame = requestAnimationFrame(scroll);
    };
    const start = (): void => {
      if (!latest.current.mayEdit || signal.aborted) return;
      aim();
      frame = requestAnimationFrame(scroll);
    };
    const resting = isTouch ? setTimeout(start, restMs) : undefined;
    signal.addEventListener('abort', () => {
      clearTimeout(resting);
      cancelAnimationFrame(frame);
    });
    const end = (): void => {
      stop.abort();
      setDrag(null);
    };
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      at.current = { x: clientX, y: clientY };
      place(ghost.current, at.current);
      if (isDragging) return aim();
      if (Math.hypot(clientX - begin.x, clientY - begin.y) < thresholdPx) return;
      // [D1]
      if (isTouch) end();
      else start();
    };
    const drop = (): void => {
      const [wasDragging, dropped] = [isDragging, target];
      const isPress = !wasDragging && !signal.aborted;
      end();
      if (isPress) latest.current.onPress(spot);
      else if (dropped !== null) latest.current.onDrop(spot, dropped);
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    const holdStill = (touch: Event): void => {
      if (isDragging && touch.cancelable) touch.preventDefault();
    };
    window.addEventListener('touchmove', holdStill, { signal, passive: false });
    button.addEventListener('contextmenu', (menu) => isTouch && menu.preventDefault(), { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape' || !isDragging) return;
        key.preventDefault();
        key.stopImmediatePropagation();
        end();
      },
      { signal, capture: true },
    );
  };
  return { drag, ghost, onPointerDown };
}

/** [D2] Null where there is no cell. */
function targetAt({ x, y }: { readonly x: number; readonly y: number }): LaneTarget | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]') ?? null;
  if (cell === null) return null;
  const cards = Array.from(cell.querySelectorAll<HTMLElement>('[data-spot]'));
  let [low, high] = [0, cards.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { top = 0, height = 0 } = cards[middle]?.getBoundingClientRect() ?? {};
    if (y < top + height / 2) high = middle;
    else low = middle + 1;
  }
  const { cell: status = '', lane = '' } = cell.dataset;
  return { lane, status, before: cards[low]?.dataset['spot'] ?? null };
}

/** How far to scroll, by the frame. */
function pull(box: DOMRect, { x, y }: { readonly x: number; readonly y: number }): { readonly x: number; readonly y: number } {
  const along = (at: number, from: number, to: number): number =>
    at < from + edgePx ? -scrollPx : at > to - edgePx ? scrollPx : 0;
  return { x: along(x, box.left, box.right), y: along(y, box.top, box.bottom) };
}

function place(ghost: HTMLElement | null, { x, y }: { readonly x: number; readonly y: number }): void {
  if (ghost !== null) ghost.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
}
