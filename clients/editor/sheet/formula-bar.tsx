/** formula-bar: where the active cell is, and what stands in it. */
import { type KeyboardEvent, useRef } from 'react';

import css from './grid.module.css';

type Props = {
  readonly address: string;
  readonly text: string;
  readonly mayEdit: boolean;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onLeave: () => void;
};

export function FormulaBar({ address, text, mayEdit, onChange, onKeyDown, onLeave }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={css['bar']}>
      <output className={css['address']} aria-label="Cell">
        {address}
      </output>
      <input
        ref={field}
        className={css['formula']}
        aria-label={`Content of ${address}`}
        spellCheck={false}
        readOnly={!mayEdit}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onFocus={() => mayEdit && onChange(text)}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof HTMLTextAreaElement)) onLeave();
        }}
      />
    </div>
  );
}
