/** door: the card in the middle of a page without a frame: signing in, opening a share link. */
import type { ReactNode } from 'react';

import { Mark } from './brand.tsx';
import css from './sign-in/sign-in.module.css';

export function Door({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <main className={css['page']}>
      <div className={css['card']}>
        <div className={css['head']}>
          <Mark size={38} />
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
