/** tooltip: the name of a control, and its shortcut, beside it. It only shows what the control's own name already says. */
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ComponentPropsWithRef, ReactElement } from 'react';

import { Kbd } from './kbd.tsx';
import css from './tooltip.module.css';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

/** Any other props, and the ref, go to the control: a menu passes them to its trigger. */
type TooltipProps = Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> & {
  readonly label: string;
  readonly keys?: string | undefined;
  readonly side?: TooltipSide | undefined;
  /** The control: an element that takes the props and the ref of a button. */
  readonly children: ReactElement;
};

export function Tooltip({ label, keys, side = 'bottom', children, ...control }: TooltipProps) {
  return (
    // A popup under the pointer would catch presses of the control that it covers.
    <Base.Root disableHoverablePopup>
      <Base.Trigger {...control} render={children} />
      <Base.Portal>
        <Base.Positioner className={css['positioner']} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={css['popup']}>
            {label}
            {keys !== undefined && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
