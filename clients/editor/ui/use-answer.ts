/** use-answer: an answer of the server that a screen shows: requested when it opens, requested again, and changed in place. */
import { useCallback, useEffect, useState } from 'react';

import { CallUnreachable, failureText, isSignedOut } from '../api/call.ts';

export type RequestState<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'here'; readonly value: T }
  | { readonly state: 'failed'; readonly text: string; readonly isUnreachable: boolean; readonly isSignedOut: boolean };

export type Request<T> = {
  readonly answer: RequestState<T>;
  /** The shown value stays until the new answer has arrived. */
  readonly again: () => void;
  readonly change: (change: (value: T) => T) => void;
};

/** `ask` must be stable for the same request, as from useCallback. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): Request<T> {
  const [answer, setAnswer] = useState<RequestState<T>>({ state: 'waiting' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setAnswer({ state: 'here', value });
      },
      (error: unknown) => {
        if (!stop.signal.aborted)
          setAnswer({
            state: 'failed',
            text: failureText(error),
            isUnreachable: error instanceof CallUnreachable,
            isSignedOut: isSignedOut(error),
          });
      },
    );
    return () => stop.abort();
  }, [ask, round]);
  const again = useCallback(() => setRound((count) => count + 1), []);
  const change = useCallback((changed: (value: T) => T) => {
    setAnswer((now) => (now.state === 'here' ? { state: 'here', value: changed(now.value) } : now));
  }, []);
  return { answer, again, change };
}
