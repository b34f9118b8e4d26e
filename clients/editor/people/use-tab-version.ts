/** use-tab-version: a number that increases when anything on a tab changes, for values that depend on all of it. */
import { useEffect, useState } from 'react';

import type { TabInView } from '../live/tab-store.ts';

export function useTabVersion(tab: TabInView): number {
  const [version, setVersion] = useState(0);
  useEffect(() => tab.onChange(() => setVersion((known) => known + 1)), [tab]);
  return version;
}
