/** tabs: panels, one of which is shown. */
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

import css from './tabs.module.css';

export type TabPanel<T extends string> = { readonly value: T; readonly label: string; readonly panel: ReactNode };

export type TabsProps<T extends string> = {
  /** Its name for screen readers. */
  readonly label: string;
  readonly tabs: readonly TabPanel<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
};

export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.List className={css['list']} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={css['tab']}>
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className={css['mark']} />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} tabIndex={-1} className={css['panel']}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
