/**
 * use-trigger-check: reports a trigger that drops the props or the ref that it is given.
 *
 * A menu opens by the props of its trigger. A component that does not pass them on is rendered like any other and opens nothing;
 * types cannot tell the two apart, since every JSX element has the same type.
 */
import { type RefCallback, useCallback, useEffect, useRef } from 'react';

const mark = 'data-trigger';

/** For the trigger, among its other props. */
type TriggerCheck = { readonly ref: RefCallback<HTMLElement>; readonly [mark]: '' };

/** `opens` names what the trigger opens, for the report. */
export function useTriggerCheck(opens: string): TriggerCheck {
  const trigger = useRef<HTMLElement>(null);
  const ref = useCallback((element: HTMLElement | null): void => {
    trigger.current = element;
  }, []);
  useEffect(() => {
    if (trigger.current?.hasAttribute(mark) !== true)
      reportError(new Error(`The trigger of a ${opens} drops the props or the ref that it is given`));
  }, [opens]);
  return { ref, [mark]: '' };
}
