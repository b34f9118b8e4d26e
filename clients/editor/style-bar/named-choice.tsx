/** named-choice: a few named values of a numeric field. Any other value, set by dragging or by an agent, is shown as it is. */
import type { ReactNode } from 'react';

import { ChoiceButton } from './choice-button.tsx';
import type { StyleField } from '../changes/drawn-fields.ts';
import { mixedValues, type SharedValue } from './shared-fields.ts';
import type { StyleFields } from './style-fields.ts';

type NamedChoiceProps<T extends string> = {
  readonly fields: StyleFields;
  readonly field: StyleField;
  readonly label: string;
  readonly names: readonly T[];
  /** Null: unset. */
  readonly values: Readonly<Record<T, number | null>>;
  readonly titles: Readonly<Record<T, string>>;
  readonly glyph?: (value: number | null) => ReactNode;
  /** What the button shows for a value without a name. */
  readonly unnamed: (value: SharedValue) => { readonly title: string; readonly glyph: ReactNode };
};

export function NamedChoice<T extends string>(props: NamedChoiceProps<T>) {
  const { fields, field, label, names, values, titles, glyph, unnamed } = props;
  const value = fields.value(field);
  return (
    <ChoiceButton
      label={label}
      value={value === mixedValues ? '' : (names.find((name) => values[name] === value) ?? 'unnamed')}
      options={names}
      titles={titles}
      {...(glyph !== undefined && { glyph: (name: T) => glyph(values[name]) })}
      unlisted={unnamed(value)}
      onChoose={(name) => fields.set({ [field]: values[name] })}
    />
  );
}
