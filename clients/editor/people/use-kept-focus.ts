/**
 * use-kept-focus: the keyboard's place in the notices when the button that it pressed is gone: on the last button of the notice, of
 * another notice, or on the canvas.
 */
import { type RefObject, useEffect } from 'react';

import type { CanvasState } from '../state/canvas-state.ts';

export function useKeptFocus(host: RefObject<HTMLElement | null>, canvas: CanvasState): void {
  useEffect(() => {
    const { current } = host;
    if (current === null) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    let notice: Element | null = null;
    document.addEventListener('pointerdown', () => { notice = null; }, { signal, capture: true }); // prettier-ignore
    document.addEventListener('focusin', ({ target }) => {
      notice = target instanceof Element && current.contains(target) ? target.closest('li') : null;
    }, { signal }); // prettier-ignore
    const watch = new MutationObserver(() => {
      if (notice === null || document.activeElement !== document.body) return;
      const place = notice.isConnected ? notice : current.querySelector('li');
      const button = [...(place?.querySelectorAll('button') ?? [])].at(-1);
      if (button === undefined) canvas.focus();
      else button.focus();
    });
    watch.observe(current, { childList: true, subtree: true });
    return () => {
      ending.abort();
      watch.disconnect();
    };
  }, [host, canvas]);
}
