/** icon-button: a button with an icon; its name and shortcut are in a tooltip, unless they are shown elsewhere, and spoken. */
import type { ComponentPropsWithRef, ReactNode } from 'react';

import { classNames } from './class-names.ts';
import css from './icon-button.module.css';
import { onApple } from './kbd.tsx';
import { ariaKeys } from './shortcut.ts';
import { type TooltipSide, Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> & {
  readonly label: string;
  readonly icon: ReactNode;
  /** Its shortcut, `Mod+Shift+K`. */
  readonly keys?: string | undefined;
  /** Of a toggle button. */
  readonly pressed?: boolean | undefined;
  readonly size?: 'sm' | 'md' | 'lg';
  readonly side?: TooltipSide | undefined;
  /** The name is shown elsewhere. */
  readonly isNamed?: boolean;
};

export function IconButton({
  label,
  icon,
  keys,
  pressed,
  size = 'md',
  side,
  isNamed = false,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys, onApple())}
      {...rest}
      className={classNames(css['button'], css[size], className)}
    >
      {icon}
    </button>
  );
  if (isNamed) return button;
  return (
    <Tooltip label={label} keys={keys} side={side}>
      {button}
    </Tooltip>
  );
}
