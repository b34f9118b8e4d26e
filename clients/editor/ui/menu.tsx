/** menu: a list of actions that a control opens. */
import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';

import { type MenuEntry, MenuItems } from './menu-items.tsx';
import css from './menu.module.css';
import type { TooltipSide } from './tooltip.tsx';
import { useTriggerCheck } from './use-trigger-check.ts';

export type MenuProps = {
  /** The control: an element that takes the props and the ref of a button. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuEntry[];
  readonly side?: TooltipSide;
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
};

export function Menu({ trigger, items, side = 'bottom', align = 'start', open, onOpenChange }: MenuProps) {
  const check = useTriggerCheck('menu');
  return (
    <Base.Root {...(open !== undefined && { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger {...check} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={css['positioner']} side={side} align={align} sideOffset={5} collisionPadding={8}>
          <Base.Popup className={css['popup']}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
