/** empty-state: shown where there is nothing yet, with the reason and what to do about it. */
import type { ReactNode } from 'react';

import css from './empty-state.module.css';

export type EmptyStateProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={css['empty']}>
      <span className={css['icon']} aria-hidden>
        {icon}
      </span>
      <h2 className={css['title']}>{title}</h2>
      {children !== undefined && <p className={css['text']}>{children}</p>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  );
}
