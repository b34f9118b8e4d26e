/** use-task: something that a press starts: busy meanwhile, told when it fails, and not started twice unless in turn. */
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

type TaskOptions = {
  /** A failure is not told in a toast: the screen shows `failure` itself. */
  readonly quiet?: boolean;
  /** What is started while another one is under way is done after it, instead of not at all. */
  readonly inTurn?: boolean;
};

export function useTask({ quiet = false, inTurn = false }: TaskOptions = {}): Task {
  const tell = useTell();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const waiting = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const run = useCallback(
    (work: () => Promise<void>) => {
      if (waiting.current > 0 && !inTurn) return Promise.resolve(false);
      const perform = async (): Promise<boolean> => {
        setFailure(null);
        try {
          await work();
          return true;
        } catch (error) {
          setFailure(failureText(error));
          if (!quiet) tell({ text: failureText(error), kind: 'failure' });
          return false;
        } finally {
          waiting.current -= 1;
          setBusy(waiting.current > 0);
        }
      };
      const isFirst = waiting.current === 0;
      waiting.current += 1;
      setBusy(true);
      const done = isFirst ? perform() : last.current.then(perform);
      last.current = done;
      return done;
    },
    [quiet, inTurn, tell],
  );
  const forget = useCallback(() => setFailure(null), []);
  return { busy, failure, run, forget };
}
