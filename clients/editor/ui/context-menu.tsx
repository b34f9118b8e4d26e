/** context-menu: the actions of its contents, opened by the right button, a long touch, or the menu key. */
import { ContextMenu as Base } from '@base-ui/react/context-menu';
import type { ReactElement } from 'react';

import { type MenuEntry, MenuItems } from './menu-items.tsx';
import css from './menu.module.css';
import { useTriggerCheck } from './use-trigger-check.ts';

type ContextMenuProps = {
  readonly items: readonly MenuEntry[];
  readonly onOpenChange?: (open: boolean) => void;
  /** An element that takes props and a ref. */
  readonly children: ReactElement;
};

export function ContextMenu({ items, onOpenChange, children }: ContextMenuProps) {
  const check = useTriggerCheck('context menu');
  return (
    <Base.Root onOpenChange={(open) => onOpenChange?.(open)}>
      <Base.Trigger {...check} render={children} />
      <Base.Portal>
        <Base.Positioner className={css['positioner']} collisionPadding={8}>
          <Base.Popup className={css['popup']}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
