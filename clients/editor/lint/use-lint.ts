/** use-lint: lint of the shown tab, updated when the page is idle after a change, at the cost of what changed. */
import { useEffect, useState } from 'react';

import type { Lint } from '#schema/changeset.ts';

import { LintCache } from '#core/lint/incremental.ts';

import type { TabInView } from '../live/tab-store.ts';

const pauseMs = 250;

/** Null until the first result. */
export function useLint(tab: TabInView): Lint | null {
  const [lint, setLint] = useState<Lint | null>(null);
  useEffect(() => {
    const cache = new LintCache();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const work = (): void => {
      timer = null;
      setLint(cache.lint(tab.view));
    };
    const soon = (): void => {
      timer ??= setTimeout(work, pauseMs);
    };
    soon();
    const end = tab.onChange(({ elements, settings }) => {
      if (elements === 'all' || settings) cache.forget();
      else cache.note(elements);
      soon();
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [tab]);
  return lint;
}
