/** text-field: a line of text (or several, with `lines`) with its label, a hint and an error. */
import { Field } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react';

import { classNames } from './class-names.ts';
import css from './field.module.css';

export type TextFieldProps = Omit<
  ComponentPropsWithoutRef<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'size' | 'children'
> & {
  readonly label: string;
  /** For screen readers only. */
  readonly labelUnseen?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly icon?: ReactNode;
  /** A button in the field, at its end. */
  readonly end?: ReactNode;
  /** Rows of text; one line without it. */
  readonly lines?: number;
  readonly size?: 'md' | 'lg';
  /** Behind the text, in the box of the field. */
  readonly behind?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

export function TextField(props: TextFieldProps) {
  const {
    label,
    labelUnseen = false,
    value,
    onChange,
    hint,
    error,
    icon,
    end,
    lines,
    size = 'md',
    behind,
    className,
    ...rest
  } = props;
  const wrong = error !== undefined && error !== null && error !== '';
  return (
    <Field.Root className={classNames(css['field'], className)} invalid={wrong}>
      <Field.Label className={labelUnseen ? 'unseen' : css['label']}>{label}</Field.Label>
      <div className={css['box']}>
        {behind}
        {icon !== undefined && <span className={css['icon']}>{icon}</span>}
        <Field.Control
          {...rest}
          className={classNames(css['control'], size === 'lg' && css['lg'])}
          value={value}
          onValueChange={(next) => onChange(next)}
          {...(lines !== undefined && { render: <textarea rows={lines} /> })}
        />
        {end !== undefined && <span className={css['end']}>{end}</span>}
      </div>
      {hint !== undefined && !wrong && <Field.Description className={css['hint']}>{hint}</Field.Description>}
      {wrong && (
        <Field.Error className={css['error']} match>
          <CircleAlert aria-hidden />
          {error}
        </Field.Error>
      )}
    </Field.Root>
  );
}
