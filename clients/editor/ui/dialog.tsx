/**
 * dialog: a question or a form over everything else, closed by Escape, by its close button, or by a press outside.
 *
 * With `onSubmit` it is a form: Enter submits it, and `footer` contains its submit button.
 */
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, type SyntheticEvent, useRef } from 'react';

import { classNames } from './class-names.ts';
import css from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from '../strings/ui.ts';

export type DialogFrameProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly width?: 'narrow' | 'wide' | 'widest';
  /** Only its own buttons close it: neither Escape nor a press outside. */
  readonly stays?: boolean;
  readonly footer?: ReactNode;
  readonly onSubmit?: () => void;
  /** Gets the focus first; by default the first control of the content, and on touch the dialog, so that no keyboard opens. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
};

const controls = ['input', 'textarea', '[role=combobox]', '[role=tab]', 'button', 'a[href]']
  .map((control) => `${control}:not(:disabled):not([tabindex="-1"])`)
  .join();

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'narrow',
  stays = false,
  footer,
  onSubmit,
  initialFocus,
  children,
}: DialogFrameProps) {
  const contentRef = useRef<HTMLDivElement>(null);
  const firstControl = (by: string): HTMLElement | boolean | null => {
    if (initialFocus !== undefined) return initialFocus.current;
    return by === 'touch' || (contentRef.current?.querySelector<HTMLElement>(controls) ?? true);
  };
  const content = (
    <div ref={contentRef}>
      {children !== undefined && <div className={css['body']}>{children}</div>}
      {footer !== undefined && <div className={css['foot']}>{footer}</div>}
    </div>
  );
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // Events of forms in a portal bubble through React: they are not of this form.
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={stays}
      onOpenChange={(next, { reason }) => {
        if (!stays || reason === 'close-press') onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Viewport className={css['viewport']}>
          <Base.Popup className={classNames(css['popup'], width !== 'narrow' && css[width])} initialFocus={firstControl}>
            <div className={css['head']}>
              <div className={css['titles']}>
                <Base.Title className={css['title']}>{title}</Base.Title>
                {description !== undefined && <Base.Description className={css['description']}>{description}</Base.Description>}
              </div>
              <Base.Close render={<IconButton label={uiTexts.close} icon={<X />} size="sm" />} />
            </div>
            {onSubmit === undefined ? content : <form onSubmit={submit}>{content}</form>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
