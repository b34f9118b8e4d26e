/**
 * use-tab-changes: renders a component again when the shown tab changes, at most once a frame.
 *
 * The view of a tab is one object that changes. A memoized component that reads it takes the returned number of changes as well.
 */
import { useEffect, useReducer } from 'react';

import type { TabInView } from '../live/tab-store.ts';

export function useTabChanges(tab: TabInView): number {
  const [changes, change] = useReducer((count: number) => count + 1, 0);
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
  return changes;
}
