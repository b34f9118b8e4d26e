/** use-tab-changes: renders a component again when the shown tab changes, at most once a frame. */
import { useEffect, useReducer } from 'react';

import type { TabStore } from '../live/tab-store.ts';

export function useTabChanges(tab: TabStore): void {
  const [, change] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let frame = 0;
    const stop = tab.onChange(() => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        change();
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [tab]);
}
