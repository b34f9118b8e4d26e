/** colour-field: a color, chosen or written as #rrggbb; empty for automatic, where that is possible. */
import { useEffect, useId, useState } from 'react';

import { isHex } from '#core/render/colour.ts';

import css from './colour-field.module.css';
import { uiTexts } from '../strings/ui.ts';

export type ColourFieldProps = {
  readonly label: string;
  /** `#rrggbb`, or null for automatic. */
  readonly value: string | null;
  /** The color that is used while it is automatic. */
  readonly standIn: string;
  readonly onChange: (value: string | null) => void;
  /** In the empty field; by default that the color is automatic. */
  readonly placeholder?: string;
};

export function ColourField({ label, value, standIn, onChange, placeholder = uiTexts.automatic }: ColourFieldProps) {
  const id = useId();
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const candidate = text.trim().toLowerCase();
  const whole = candidate === '' || candidate.startsWith('#') ? candidate : `#${candidate}`;
  const isWrong = whole !== '' && !isHex(whole);
  const write = (next: string): void => {
    setText(next);
    const trimmed = next.trim().toLowerCase();
    const colour = trimmed === '' || trimmed.startsWith('#') ? trimmed : `#${trimmed}`;
    if (colour === '') onChange(null);
    else if (isHex(colour)) onChange(colour);
  };
  return (
    <div className={css['field']}>
      <label id={id} htmlFor={`${id}-text`} className={css['label']}>
        {label}
      </label>
      <input
        className={css['well']}
        type="color"
        aria-label={uiTexts.picker(label)}
        value={value ?? standIn}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        id={`${id}-text`}
        className={css['text']}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        aria-invalid={isWrong || undefined}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setText(value ?? '')}
      />
    </div>
  );
}
