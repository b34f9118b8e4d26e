/**
 * in-place-name: a name that is edited where it stands: Enter and leaving keep it, Escape does not, a blank one is none.
 */
import { useEffect, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { storable } from '../changes/text.ts';

type InPlaceNameProps = {
  /** What is named, for screen readers. */
  readonly label: string;
  readonly name: string;
  readonly className: string | undefined;
  /** Null when it stays as it was. `byKeyboard`: the focus has nowhere to go by itself. */
  readonly onDone: (name: string | null, byKeyboard: boolean) => void;
};

export function InPlaceName({ label, name, className, onDone }: InPlaceNameProps) {
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const hasFocus = useRef(false);
  const takeFocus = (): void => {
    field.current?.focus();
    field.current?.select();
  };
  useEffect(() => {
    takeFocus();
    const timer = setTimeout(() => {
      hasFocus.current = true;
    });
    return () => clearTimeout(timer);
  }, []);
  const leave = (): void => {
    if (hasFocus.current) end(text, false);
    // The menu that the field was asked for in closes as the field appears, and moves the focus to where it was before.
    else queueMicrotask(takeFocus);
  };
  const end = (wanted: string, byKeyboard: boolean): void => {
    // Enter takes the field away, which then loses the focus.
    if (isDone.current) return;
    isDone.current = true;
    const kept = storable(wanted, limits.nameCharacters).trim();
    onDone(kept === '' || kept === name ? null : kept, byKeyboard);
  };
  return (
    <input
      ref={field}
      className={className}
      aria-label={label}
      value={text}
      maxLength={limits.nameCharacters}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') {
          // It is no press of what has the focus next.
          event.preventDefault();
          end(text, true);
        } else if (event.key === 'Escape') end(name, true);
      }}
    />
  );
}
