/**
 * button: a button with a label.
 *
 * At most one `primary` is in view at a time; `quiet` is for bars and lists. While `busy` it shows a spinner, keeps its width and
 * its focus, and ignores presses.
 */
import type { ComponentPropsWithRef, ReactNode } from 'react';

import css from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonProps = ComponentPropsWithRef<'button'> & {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'sm' | 'md' | 'lg';
  readonly icon?: ReactNode;
  readonly busy?: boolean;
  /** As wide as its container. */
  readonly wide?: boolean;
};

export function Button(props: ButtonProps) {
  const { kind = 'secondary', size = 'md', icon, busy = false, wide = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={classNames(css['button'], css[kind], css[size], wide && css['wide'], className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
