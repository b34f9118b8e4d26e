/** use-task: something that a press starts: busy meanwhile, told when it fails, and not started twice. */
import { useCallback, useRef, useState } from 'react';

import { failureText } from '../api/call.ts';
import { useTell } from './toast.tsx';

export type Task = {
  readonly busy: boolean;
  /** What went wrong the last time; null when nothing did. */
  readonly failure: string | null;
  /** True when it was done. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
  readonly forget: () => void;
};

/** With `quiet` a failure is not told in a toast: the screen shows `failure` itself. */
export function useTask({ quiet = false }: { readonly quiet?: boolean } = {}): Task {
  const tell = useTell();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const under = useRef(false);
  const run = useCallback(
    async (work: () => Promise<void>) => {
      if (under.current) return false;
      under.current = true;
      setBusy(true);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (error) {
        setFailure(failureText(error));
        if (!quiet) tell({ text: failureText(error), kind: 'failure' });
        return false;
      } finally {
        under.current = false;
        setBusy(false);
      }
    },
    [quiet, tell],
  );
  const forget = useCallback(() => setFailure(null), []);
  return { busy, failure, run, forget };
}
