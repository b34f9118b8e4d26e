/**
 * lazy-part: a part of the page in a file of its own, loaded when it is first shown, or before by `fetch`.
 *
 * A loaded part is rendered at once, like any other. If loading fails (no network, or a file of an older page that the server has
 * replaced), its place shows the failure, with a button to reload the page: browsers do not fetch a module again that failed.
 */
import { type ComponentType, type ReactNode, useEffect } from 'react';

import { Signal, useValue } from '../state/signal.ts';
import { Button } from './button.tsx';
import css from './lazy-part.module.css';
import { Notice } from './notice.tsx';
import { Spinner } from './spinner.tsx';
import { uiTexts } from '../strings/ui.ts';

type Fetched<P> = { readonly kind: 'away' | 'missing' } | { readonly kind: 'here'; readonly part: ComponentType<P> };
type LazyFrame<P> = ComponentType<P & { readonly children: ReactNode }>;

export type LazyPart<P> = ComponentType<P> & {
  /** Loads the part in advance. Never rejects. */
  readonly fetch: () => Promise<void>;
};

/** `frame` surrounds what is shown while the part is not loaded. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, frame?: LazyFrame<P>): LazyPart<P> {
  const fetched = new Signal<Fetched<P>>({ kind: 'away' });
  let underway: Promise<void> | null = null;
  const fetch = (): Promise<void> => {
    if (fetched.get().kind === 'here') return Promise.resolve();
    underway ??= load()
      .then((part) => fetched.set({ kind: 'here', part }))
      .catch(() => fetched.set({ kind: 'missing' }))
      .finally(() => (underway = null));
    return underway;
  };
  function Part(props: P) {
    const now = useValue(fetched);
    useEffect(() => void fetch(), []);
    if (now.kind === 'here') return <now.part {...props} />;
    const content = now.kind === 'missing' ? <Missing /> : <Spinner label={uiTexts.loadingSpoken} />;
    if (frame === undefined) return <div className={css['place']}>{content}</div>;
    const Around = frame;
    return <Around {...props}>{content}</Around>;
  }
  return Object.assign(Part, { fetch });
}

function Missing() {
  return (
    <Notice kind="error">
      <p>{uiTexts.couldNotLoadPart}</p>
      <Button onClick={() => location.reload()}>{uiTexts.reloadPage}</Button>
    </Notice>
  );
}
