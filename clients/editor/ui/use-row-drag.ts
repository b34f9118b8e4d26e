/**
 * use-row-drag: something that follows the pointer along its row, and where it is let go.
 *
 * R1  A mouse or a pen drags at once; a finger scrolls the row, and drags what it has rested on for a moment.
 * R2  A finger that rests on comes to the menu, and drags no more: who opens it says so.
 * R3  What was a drag is no press. Escape leaves everything where it was.
 */
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { dropPlace } from './drop-place.ts';

type Held = { readonly id: string; readonly dx: number };
type RowDragOptions = {
  readonly row: RefObject<HTMLElement | null>;
  /** In their order. */
  readonly ids: readonly string[];
  readonly items: ReadonlyMap<string, HTMLElement>;
  readonly enabled: boolean;
  /** To this position, counted from 0. */
  readonly onDrop: (id: string, position: number) => void;
};
export type RowDrag = {
  readonly begin: (id: string, event: ReactPointerEvent<HTMLElement>) => void;
  /** Lets go of what is held, where it was. */
  readonly end: () => void;
  /** How far it is from its place, in window pixels; null when it is not held. */
  readonly of: (id: string) => number | null;
};

/** Less is a press with an unsteady hand. */
const slackPx = 6;
/** A finger that has rested so long takes hold. */
const holdMs = 220;

export function useRowDrag({ row, ids, items, enabled, onDrop }: RowDragOptions): RowDrag {
  const [held, setHeld] = useState<Held | null>(null);
  const stop = useRef<AbortController | null>(null);
  const isHeld = useRef(false);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    const { current } = row;
    // The row scrolls under a finger, unless it holds something; only who listens from the start is asked.
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
      // [R3] A press comes at once, if it comes.
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
