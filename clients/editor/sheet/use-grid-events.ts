/** use-grid-events: the events of a grid's element, passed to its controller in the controller's terms. */
import type { ClipboardEvent, KeyboardEvent, PointerEvent, RefObject, SyntheticEvent } from 'react';

import type { GridStroke } from './grid-keys.ts';
import { cellUnder } from './grid-place.ts';
import type { GridModel } from './use-grid.ts';

export function useGridEvents({ open, drafting, controller }: GridModel, host: RefObject<HTMLElement | null>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (drafting.draft !== null) {
      const done = drafting.onKey(event);
      if (done === null) return;
      if (done === 'done') controller.moveOn(strokeOf(event));
    } else if (!controller.key(strokeOf(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (controller.copy(event.clipboardData, event.type === 'cut' ? 'cut' : 'copy')) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (controller.paste(event.clipboardData)) event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent): void => {
    const { current } = host;
    const cell = current === null ? null : cellUnder(current, open, event);
    if (cell === null || event.button !== 0 || event.target instanceof HTMLTextAreaElement) return;
    const drag = controller.press(cell, { shift: event.shiftKey });
    if (drag === null) return;
    // The field keeps the keyboard while the pointer picks cells for its formula.
    if (drag.isPointing) event.preventDefault();
    const listening = new AbortController();
    const { signal } = listening;
    const onMove = (move: globalThis.PointerEvent): void => {
      const over = host.current === null ? null : cellUnder(host.current, open, move);
      if (over !== null) drag.over(over);
    };
    window.addEventListener('pointermove', onMove, { signal });
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => listening.abort(), { signal });
  };
  return {
    onKeyDown: within(onKeyDown),
    onCopy: within(onCopy),
    onCut: within(onCopy),
    onPaste: within(onPaste),
    onPointerDown: within(onPointerDown),
    onDoubleClick: within(controller.edit),
    /** Of the formula bar, which is outside of the grid's element. */
    onBarKeyDown: onKeyDown,
  };
}

const strokeOf = ({ key, shiftKey: shift, altKey: alt, ctrlKey, metaKey }: KeyboardEvent): GridStroke => ({
  key,
  shift,
  alt,
  mod: ctrlKey || metaKey,
});

/** Ignores events of what opens from the grid and is elsewhere in the page: React passes them up all the same. */
const within =
  <Event extends SyntheticEvent>(handler: (event: Event) => void) =>
  (event: Event): void => {
    const { currentTarget, target } = event;
    if (target instanceof Node && currentTarget instanceof Node && currentTarget.contains(target)) handler(event);
  };
