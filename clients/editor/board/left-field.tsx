/**
 * left-field: a field whose text is written when it loses the focus, or at Enter on one line. Changes by others show unless it is
 * being edited.
 */
import { useRef, useState } from 'react';

import { TextField, type TextFieldProps } from '../ui/text-field.tsx';

type Props = Omit<TextFieldProps, 'onChange'> & {
  readonly onLeave: (value: string) => void;
  /** Enter on one line, after the text was written. */
  readonly onEnter?: (() => void) | undefined;
};

export function LeftField({ value, onLeave, onEnter, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const isDone = useRef(false);
  const leave = (): void => {
    if (!isDone.current && typed !== null && typed !== value) onLeave(typed);
    isDone.current = false;
    setTyped(null);
  };
  return (
    <TextField
      {...rest}
      value={typed ?? value}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' && rest.lines === undefined) {
          leave();
          // The key does not press the button that gets the focus next.
          if (onEnter !== undefined) event.preventDefault();
          onEnter?.();
        }
        if (event.key !== 'Escape' || typed === null) return;
        // Escape reverts the typed text; the next Escape closes the dialog.
        event.stopPropagation();
        isDone.current = true;
        event.currentTarget.blur();
      }}
    />
  );
}
