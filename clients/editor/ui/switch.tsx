/** switch: on or off, with immediate effect. */
import { Switch as Base } from '@base-ui/react/switch';

import css from './check.module.css';

export type SwitchProps = {
  readonly label: string;
  readonly description?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

export function Switch({ label, description, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <label className={css['line']}>
      <span className={css['words']}>
        <span className={css['label']}>{label}</span>
        {description !== undefined && <span className={css['description']}>{description}</span>}
      </span>
      <Base.Root className={css['switch']} checked={checked} disabled={disabled} onCheckedChange={(next) => onChange(next)}>
        <Base.Thumb className={css['thumb']} />
      </Base.Root>
    </label>
  );
}
