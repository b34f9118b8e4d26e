/** in-place-name: a name that is edited in place: Enter and losing the focus accept it, Escape cancels, a blank name is ignored. */
import { useEffect, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';

import { storable } from '../changes/text.ts';

type InPlaceNameProps = {
  /** What is named, for screen readers. */
  readonly label: string;
  readonly name: string;
  readonly className: string | undefined;
  /** Called with null if the name did not change. `byKeyboard`: the focus has to be moved. */
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
    // The menu that opened the field closes as the field appears, and moves the focus to where it was before.
    else queueMicrotask(takeFocus);
  };
  const end = (wanted: string, byKeyboard: boolean): void => {
    // Enter removes the field, which then loses the focus.
    if (isDone.current) return;
    isDone.current = true;
    const stored = storable(wanted, limits.nameCharacters).trim();
    onDone(stored === '' || stored === name ? null : stored, byKeyboard);
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
          // The key does not press what gets the focus next.
          event.preventDefault();
          end(text, true);
        } else if (event.key === 'Escape') end(name, true);
      }}
    />
  );
}
