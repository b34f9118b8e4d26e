/** bar-popover: a button of a bar at the bottom that opens a popover above it. */
import type { ReactElement } from 'react';

import { type Signal, useValue } from '../state/signal.ts';
import { IconButton } from './icon-button.tsx';
import { Popover, type PopoverProps } from './popover.tsx';

type Props = Pick<PopoverProps, 'title' | 'titled' | 'children'> & {
  /** The button's; default: the title. */
  readonly label?: string;
  readonly icon: ReactElement;
  readonly keys?: string | undefined;
  readonly open: Signal<boolean>;
  /** Gets the focus after closing. */
  readonly focusAfter: () => HTMLElement | null;
};

export function BarPopover({ title, titled = false, label = title, icon, keys, open, focusAfter, children }: Props) {
  return (
    <Popover
      title={title}
      titled={titled}
      side="top"
      align="end"
      open={useValue(open)}
      onOpenChange={(next) => open.set(next)}
      focusAfter={focusAfter}
      trigger={<IconButton size="sm" side="top" label={label} keys={keys} icon={icon} />}
    >
      {children}
    </Popover>
  );
}
