/**
 * use-pending: an asynchronous action of a control: busy while it runs, reported if it fails, and not started twice unless in turn.
 */
import { useCallback, useRef, useState } from 'react';

import { failureText } from '../api/call.ts';
import { useTell } from './toast.tsx';

type Pending = {
  readonly busy: boolean;
  /** The last failure; null if there was none. */
  readonly failure: string | null;
  /** True if it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
  readonly forget: () => void;
};

type PendingOptions = {
  /** No toast reports a failure: the screen shows `failure` itself. */
  readonly quiet?: boolean;
  /** A task that is started while another one runs is run after it, instead of being ignored. */
  readonly inTurn?: boolean;
};

export function usePending({ quiet = false, inTurn = false }: PendingOptions = {}): Pending {
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
