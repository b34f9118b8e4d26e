/**
 * use-row-drag: drags things along their row with the pointer.
 *
 * A mouse or a pen drags at once; a finger scrolls the row, and drags a thing that it has held for a moment. A finger that holds
 * it longer opens the menu instead: the owner then calls `end`. A drag is no press. Escape cancels.
 */
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { dropPlace } from './drop-place.ts';

type Held = { readonly id: string; readonly dx: number };
type RowDragOptions = {
  readonly row: RefObject<HTMLElement | null>;
  /** In order. */
  readonly ids: readonly string[];
  readonly items: ReadonlyMap<string, HTMLElement>;
  readonly enabled: boolean;
  /** To this position, counted from 0. */
  readonly onDrop: (id: string, position: number) => void;
};
export type RowDrag = {
  readonly begin: (id: string, event: ReactPointerEvent<HTMLElement>) => void;
  /** Cancels the drag. */
  readonly end: () => void;
  /** The distance from its place, in window pixels; null if it is not dragged. */
  readonly of: (id: string) => number | null;
};

/** A shorter movement is a press with an unsteady hand. */
const slackPx = 6;
/** How long a finger has to hold a thing. */
const holdMs = 220;

export function useRowDrag({ row, ids, items, enabled, onDrop }: RowDragOptions): RowDrag {
  const [held, setHeld] = useState<Held | null>(null);
  const stop = useRef<AbortController | null>(null);
  const isHeld = useRef(false);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    const { current } = row;
    // The row scrolls under a finger, unless it drags something; only a listener from the start can prevent it.
    const onTouchMove = (event: TouchEvent): void => {
      if (isHeld.current && event.cancelable) event.preventDefault();
    };
    current?.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => current?.removeEventListener('touchmove', onTouchMove);
  }, [row]);

  const begin = (id: string, event: ReactPointerEvent<HTMLElement>): void => {
    if (!enabled || event.button !== 0) return;
    stop.current?.abort();
    const { clientX: startX, currentTarget: pressed } = event;
    const isFinger = event.pointerType === 'touch';
    const extents = ids.map((each) => items.get(each)?.getBoundingClientRect() ?? { left: 0, right: 0 });
    const from = ids.indexOf(id);
    const own = extents[from];
    if (own === undefined) return;
    let dx = 0;
    const ending = new AbortController();
    const { signal } = ending;
    stop.current = ending;
    const show = (): void => {
      isHeld.current = true;
      setHeld({ id, dx });
    };
    const end = (): void => ending.abort();
    signal.addEventListener('abort', () => {
      isHeld.current = false;
      setHeld(null);
    });
    if (isFinger) {
      const hold = setTimeout(show, holdMs);
      signal.addEventListener('abort', () => clearTimeout(hold));
    }
    const onMove = (moved: PointerEvent): void => {
      if (moved.pointerId !== event.pointerId) return;
      const way = moved.clientX - startX;
      if (Math.abs(way) < slackPx && !(isHeld.current && dx !== 0)) return;
      if (isFinger && !isHeld.current) return end();
      dx = way;
      show();
    };
    const onUp = (): void => {
      const wasDragged = isHeld.current && Math.abs(dx) >= slackPx;
      end();
      if (!wasDragged) return;
      // The click of a drag comes at once, if it comes.
      const click = new AbortController();
      pressed.addEventListener('click', (late) => late.preventDefault(), { capture: true, signal: click.signal });
      setTimeout(() => click.abort(), 0);
      const position = dropPlace(extents, from, (own.left + own.right) / 2 + dx);
      if (position !== from) onDrop(id, position);
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', (key) => key.key === 'Escape' && end(), { signal });
  };
  return { begin, end: () => stop.current?.abort(), of: (id) => (held?.id === id ? held.dx : null) };
}
