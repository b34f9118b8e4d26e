/** screen: what every home screen has: its heading, its actions, and the wait for the server. */
import { type ReactNode, useEffect } from 'react';

import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Spinner } from './spinner.tsx';
import css from './screen.module.css';
import type { Request } from './use-answer.ts';
import { uiTexts } from '../strings/ui.ts';

type ScreenProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Above the heading. */
  readonly above?: ReactNode;
  /** The menu of what the heading names. */
  readonly menu?: ReactNode;
  /** At the other end of the line of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

export function Screen({ title, lead, above, menu, actions, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Atelier`;
  }, [title]);
  return (
    <div className={css['screen']}>
      {above}
      <div className={css['head']}>
        <div className={css['title']}>
          <h1>{title}</h1>
          {menu}
        </div>
        {actions}
      </div>
      {lead !== undefined && <p className={css['lead']}>{lead}</p>}
      {children}
    </div>
  );
}

/** The answer of the server, once it has arrived. */
export function Loaded<T>({ request, children }: { readonly request: Request<T>; readonly children: (value: T) => ReactNode }) {
  const { answer, again } = request;
  if (answer.state === 'here') return children(answer.value);
  if (answer.state === 'failed') {
    return (
      <div className={css['failed']}>
        <Notice kind="error">{answer.text}</Notice>
        {answer.isSignedOut ? (
          // Loaded again, the page is that of a person who is signed out.
          <Button onClick={() => location.reload()}>{uiTexts.signIn}</Button>
        ) : (
          <Button onClick={again}>{uiTexts.tryAgain}</Button>
        )}
      </div>
    );
  }
  return (
    <div className={css['waiting']}>
      <Spinner label={uiTexts.loadingSpoken} />
    </div>
  );
}
