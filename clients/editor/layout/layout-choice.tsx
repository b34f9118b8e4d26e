/** layout-choice: one of a few values as a row of radio buttons, each with a text or with an icon and a tooltip. */
import { type ReactNode, useId } from 'react';

import { Tooltip } from '../ui/tooltip.tsx';
import css from './auto-layout.module.css';

export type LayoutOption<T extends string> = { readonly value: T; readonly label: string; readonly icon?: ReactNode };

type Props<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly LayoutOption<T>[];
  readonly onChange: (value: T) => void;
};

export function LayoutChoice<T extends string>({ label, value, options, onChange }: Props<T>) {
  const name = useId();
  return (
    <fieldset className={css['choice']}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => {
        const field = (
          <label key={option.value} className={css['option']} data-icon={option.icon === undefined ? undefined : ''}>
            <input
              className="unseen"
              type="radio"
              name={name}
              aria-label={option.label}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon ?? option.label}
          </label>
        );
        if (option.icon === undefined) return field;
        return (
          <Tooltip key={option.value} label={option.label}>
            {field}
          </Tooltip>
        );
      })}
    </fieldset>
  );
}
