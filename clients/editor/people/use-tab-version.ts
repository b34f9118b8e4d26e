/** use-tab-version: a number that rises when something on a tab changes, for what is worked out from all of it. */
import { useEffect, useState } from 'react';

import type { TabStore } from '../live/tab-store.ts';

export function useTabVersion(tab: TabStore): number {
  const [version, setVersion] = useState(0);
  useEffect(() => tab.onChange(() => setVersion((known) => known + 1)), [tab]);
  return version;
}
