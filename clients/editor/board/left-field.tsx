/**
 * left-field: a field whose text is written when it loses the focus, or at Enter on one line. Changes by others show unless it is
 * being edited.
 */
import { useRef, useState } from 'react';

import { TextField, type TextFieldProps } from '../ui/text-field.tsx';

type Props = Omit<TextFieldProps, 'onChange'> & { readonly onLeave: (value: string) => void };

export function LeftField({ value, onLeave, ...rest }: Props) {
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
        if (event.key === 'Enter' && rest.lines === undefined) leave();
        if (event.key !== 'Escape' || typed === null) return;
        // Escape reverts the typed text; the next Escape closes the dialog.
        event.stopPropagation();
        isDone.current = true;
        event.currentTarget.blur();
      }}
    />
  );
}
