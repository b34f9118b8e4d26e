/**
 * use-board-focus: which card of an open board has the focus. One card at a time is in the tab order, and a card that is moved
 * keeps the focus.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

import { firstSpot, spotOfCard } from './lane-spots.ts';
import type { Lanes, LaneSpot } from './lane-steps.ts';

export type BoardFocus = {
  /** The card in the tab order; null on an empty board. */
  readonly inTabOrder: LaneSpot | null;
  readonly setActive: (spot: LaneSpot) => void;
  readonly focusOn: (spot: LaneSpot | null) => void;
  /** Focuses a card once it is rendered in its new place. */
  readonly follow: (spot: LaneSpot) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
};

export function useBoardFocus(table: RefObject<HTMLElement | null>, { columns, lanes }: Lanes): BoardFocus {
  const [active, setActive] = useState<LaneSpot | null>(null);
  /** The card that gets the focus with the next rendering. */
  const next = useRef<LaneSpot | null>(null);
  /** The focus is on a card, even while that is being rendered elsewhere: removing an element emits no blur event. */
  const isWithin = useRef(false);
  const inTabOrder = (active === null ? null : spotOfCard(lanes, active)) ?? firstSpot(lanes, columns);
  const focusOn = (spot: LaneSpot | null): void => {
    const element = spot === null ? undefined : cardElement(table.current, spot);
    element?.focus();
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  useLayoutEffect(() => {
    const first = table.current?.querySelector<HTMLElement>('[data-spot][tabindex="0"]');
    (first ?? table.current?.closest<HTMLElement>('section[data-pane]'))?.focus({ preventScroll: true });
  }, [table]);
  useLayoutEffect(() => {
    const spot = next.current;
    next.current = null;
    if (spot !== null && cardElement(table.current, spot) !== undefined) focusOn(spot);
    else if (isWithin.current && document.activeElement === document.body && inTabOrder !== null) focusOn(inTabOrder);
  });
  return {
    inTabOrder,
    setActive,
    focusOn,
    follow: (spot) => {
      next.current = spot;
      setActive(spot);
    },
    onFocus: () => {
      isWithin.current = true;
    },
    onBlur: () => {
      isWithin.current = false;
    },
  };
}

const cardElement = (host: HTMLElement | null, { id, lane }: LaneSpot): HTMLElement | undefined =>
  Array.from(host?.querySelectorAll<HTMLElement>(`[data-spot="${id}"]`) ?? []).find(
    (element) => element.dataset['lane'] === lane,
  );
