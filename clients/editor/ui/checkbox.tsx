/** checkbox: one of several options that can be chosen together. */
import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';

import css from './check.module.css';

export type CheckboxProps = {
  readonly label: string;
  readonly description?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

export function Checkbox({ label, description, checked, onChange, disabled = false }: CheckboxProps) {
  return (
    <label className={css['line']}>
      <Base.Root className={css['box']} checked={checked} disabled={disabled} onCheckedChange={(next) => onChange(next)}>
        <Base.Indicator render={<Check aria-hidden />} />
      </Base.Root>
      <span className={css['words']}>
        <span className={css['label']}>{label}</span>
        {description !== undefined && <span className={css['description']}>{description}</span>}
      </span>
    </label>
  );
}
