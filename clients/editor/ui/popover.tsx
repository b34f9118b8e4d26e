/** popover: a small panel beside the control that opens it; the page behind it can still be used. */
import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

import { classNames } from './class-names.ts';
import css from './popover.module.css';
import type { TooltipSide } from './tooltip.tsx';
import { useTriggerCheck } from './use-trigger-check.ts';

export type PopoverProps = {
  /** The control: an element that takes the props and the ref of a button. */
  readonly trigger: ReactElement;
  /** Its name for screen readers; shown with `titled`. */
  readonly title: string;
  readonly titled?: boolean;
  readonly side?: TooltipSide;
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Gets the focus after closing, if that is not the control. */
  readonly focusAfter?: () => HTMLElement | null;
  readonly children: ReactNode;
};

export function Popover({
  trigger,
  title,
  titled = false,
  side = 'bottom',
  align = 'center',
  open,
  onOpenChange,
  focusAfter,
  children,
}: PopoverProps) {
  const check = useTriggerCheck('popover');
  return (
    <Base.Root {...(open !== undefined && { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger {...check} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={css['positioner']} side={side} align={align} sideOffset={7} collisionPadding={8}>
          <Base.Popup className={css['popup']} {...(focusAfter !== undefined && { finalFocus: () => unlessThere(focusAfter()) })}>
            <Base.Title className={classNames(css['title'], !titled && 'unseen')}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Read late: the person may be typing elsewhere already. */
const unlessThere = (element: HTMLElement | null): HTMLElement | false | null =>
  element?.contains(document.activeElement) === true ? false : element;
