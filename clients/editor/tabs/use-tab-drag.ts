/** use-tab-drag: a tab that follows the pointer along its row, and where it is let go. */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

import { dropPlace } from './drop-place.ts';

type Held = { readonly id: string; readonly startX: number; readonly dx: number };
type TabDragOptions = {
  readonly tabs: readonly { readonly id: string }[];
  readonly items: ReadonlyMap<string, HTMLElement>;
  readonly enabled: boolean;
  /** To this position, counted from 0. */
  readonly onDrop: (id: string, position: number) => void;
};
type TabDrag = {
  readonly begin: (id: string, event: ReactPointerEvent<HTMLElement>) => void;
  /** How far a tab is from its place, in window pixels; null when it is not held. */
  readonly of: (id: string) => number | null;
};

/** Less is a press with an unsteady hand. */
const slackPx = 6;

export function useTabDrag({ tabs, items, enabled, onDrop }: TabDragOptions): TabDrag {
  const [held, setHeld] = useState<Held | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const begin = (id: string, event: ReactPointerEvent<HTMLElement>): void => {
    if (!enabled || event.button !== 0 || event.pointerType === 'touch') return;
    const startX = event.clientX;
    const link = event.currentTarget;
    const extents = tabs.map((tab) => items.get(tab.id)?.getBoundingClientRect() ?? { left: 0, right: 0 });
    const from = tabs.findIndex((tab) => tab.id === id);
    const own = extents[from];
    if (own === undefined) return;
    let dx = 0;
    const ending = new AbortController();
    const { signal } = ending;
    stop.current = ending;
    const end = (): void => {
      ending.abort();
      setHeld(null);
    };
    const onMove = (moved: PointerEvent): void => {
      dx = moved.clientX - startX;
      if (Math.abs(dx) >= slackPx) setHeld({ id, startX, dx });
    };
    const onUp = (): void => {
      end();
      if (Math.abs(dx) < slackPx) return;
      // What was a drag is no press of the link; a press comes at once, if it comes.
      const click = new AbortController();
      link.addEventListener('click', (pressed) => pressed.preventDefault(), { capture: true, signal: click.signal });
      setTimeout(() => click.abort(), 0);
      const position = dropPlace(extents, from, (own.left + own.right) / 2 + dx);
      if (position !== from) onDrop(id, position);
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', (key) => key.key === 'Escape' && end(), { signal });
  };
  return { begin, of: (id) => (held?.id === id ? held.dx : null) };
}
