/** select: one of a few options, with labels. */
import { Field } from '@base-ui/react/field';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';

import { classNames } from './class-names.ts';
import field from './field.module.css';
import menu from './menu.module.css';
import css from './select.module.css';

export type SelectOption<T extends string> = { readonly value: T; readonly label: string; readonly description?: string };

export type SelectProps<T extends string> = {
  readonly label: string;
  /** For screen readers only. */
  readonly labelUnseen?: boolean;
  readonly options: readonly SelectOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  /** Without a border, for lists. */
  readonly plain?: boolean;
  readonly className?: string | undefined;
};

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, labelUnseen = false, options, value, onChange, disabled = false, plain = false, className } = props;
  const choose = (next: T | null): void => {
    if (next !== null && next !== value) onChange(next);
  };
  return (
    <Field.Root className={classNames(field['field'], className)} disabled={disabled}>
      <Base.Root<T> items={options} value={value} onValueChange={choose} modal={false}>
        <Base.Label className={labelUnseen ? 'unseen' : field['label']}>{label}</Base.Label>
        <Base.Trigger className={classNames(css['trigger'], plain && css['plain'])}>
          <Base.Value className={css['value']} />
          <Base.Icon className={css['arrow']}>
            <ChevronsUpDown aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={menu['positioner']} alignItemWithTrigger={false} sideOffset={4} collisionPadding={8}>
            <Base.Popup className={menu['popup']}>
              <Base.List className={css['list']}>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={menu['item']}>
                    <span className={menu['label']}>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.description !== undefined && <span className={css['description']}>{option.description}</span>}
                    </span>
                    <span className={menu['end']}>
                      <Base.ItemIndicator render={<Check />} />
                    </span>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field.Root>
  );
}
