/** use-lane-drag: the card of an open board that is being dragged, and the element that follows the pointer. */
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { CardPress, type LaneDrag, type LaneDragOptions, type PointerPlace } from './lane-drag.ts';
import type { LaneSpot } from './lane-steps.ts';

export function useLaneDrag(options: LaneDragOptions): {
  readonly drag: LaneDrag | null;
  /** For the element that follows the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>;
  readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>, spot: LaneSpot) => void;
} {
  const [drag, setDrag] = useState<LaneDrag | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const at = useRef<PointerPlace>({ x: 0, y: 0 });
  const press = useRef<CardPress | null>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
    place(ghost.current, at.current);
  });
  useEffect(() => () => press.current?.abort(), []);

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>, spot: LaneSpot): void => {
    if (event.button !== 0) return;
    const isTouch = event.pointerType === 'touch';
    const button = event.currentTarget;
    if (!isTouch) {
      event.preventDefault();
      button.focus({ preventScroll: true });
    }
    press.current = new CardPress(spot, { x: event.clientX, y: event.clientY }, isTouch, {
      options: () => latest.current,
      show: setDrag,
      place: (next) => {
        at.current = next;
        place(ghost.current, next);
      },
    });
    press.current.listen(button);
  };
  return { drag, ghost, onPointerDown };
}

function place(ghost: HTMLElement | null, { x, y }: PointerPlace): void {
  if (ghost !== null) ghost.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
}
