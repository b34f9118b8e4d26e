/** hover-card: a person's name and what is known of them, beside their avatar while the pointer is on it. */
import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

import css from './hover-card.module.css';

export type HoverCardProps = { readonly name: string; readonly lines: readonly string[]; readonly children: ReactNode };

/** Says nothing to screen readers: the control around it has the same in words. */
export function HoverCard({ name, lines, children }: HoverCardProps) {
  return (
    <Base.Root disableHoverablePopup>
      <Base.Trigger render={<span className={css['held']} />}>{children}</Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={css['positioner']} side="bottom" sideOffset={8} collisionPadding={8}>
          <Base.Popup className={css['popup']} aria-hidden>
            <strong>{name}</strong>
            {lines.map((line) => (
              <span key={line} className={css['line']}>
                {line}
              </span>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
