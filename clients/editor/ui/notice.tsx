/** notice: a message about its surroundings; an error is spoken at once. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import css from './notice.module.css';

const signs = { error: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info };

export function Notice({ kind, children }: { readonly kind: keyof typeof signs; readonly children: ReactNode }) {
  const Sign = signs[kind];
  return (
    <div className={classNames(css['notice'], css[kind])} role={kind === 'error' ? 'alert' : undefined}>
      <Sign aria-hidden />
      <div className={css['words']}>{children}</div>
    </div>
  );
}
