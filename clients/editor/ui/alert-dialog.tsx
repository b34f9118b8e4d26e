/** alert-dialog: a question before an action that is hard to undo. It has to be answered; Escape means no. */
import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import css from './dialog.module.css';
import { uiTexts } from '../strings/ui.ts';

export type AlertDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** What the action will do. */
  readonly description: ReactNode;
  /** The label of the confirming button, a verb: `Delete`. */
  readonly confirm: string;
  readonly kind?: 'danger' | 'primary';
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
};

export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, title, description, confirm, kind = 'danger', busy = false, onConfirm, children } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Viewport className={css['viewport']}>
          <Base.Popup className={css['popup']}>
            <div className={css['head']}>
              <div className={css['titles']}>
                <Base.Title className={css['title']}>{title}</Base.Title>
                <Base.Description className={css['description']}>{description}</Base.Description>
              </div>
            </div>
            <div className={css['body']}>{children}</div>
            <div className={css['foot']}>
              <Base.Close render={<Button>{uiTexts.cancel}</Button>} />
              <Button kind={kind} busy={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
