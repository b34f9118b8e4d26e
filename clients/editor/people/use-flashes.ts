/** use-flashes: what changesets have just changed on the shown tab, to be outlined in their authors' colors. */
import { useEffect, useState } from 'react';

import { useEditor } from '../state/editor.ts';

export type Flash = { readonly key: string; readonly color: string; readonly elements: readonly string[] };

export const flashMs = 2_000;
/** More outlines than these would be useless. */
const outlinedMax = 300;

export function useFlashes(): readonly Flash[] {
  const { session, tab } = useEditor();
  const [flashes, setFlashes] = useState<readonly Flash[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = session.onNotice(({ id, tab: tabId, author, added, changed, isOwn }) => {
      if (tabId !== tab.id || isOwn) return;
      const elements = [...added, ...changed].slice(0, outlinedMax);
      setFlashes((known) => [...known.filter(({ key }) => key !== id), { key: id, color: author.color, elements }]);
      timers.add(setTimeout(() => setFlashes((known) => known.filter(({ key }) => key !== id)), flashMs));
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [session, tab]);
  return flashes;
}
