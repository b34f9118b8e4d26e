/**
 * toast: a short message at the bottom of the page, announced to screen readers, with at most one action.
 *
 * It disappears after some seconds, which stop while it is under the pointer or has the focus (F6 focuses it); a failure stays
 * longer. A toast with an existing `id` replaces the earlier one.
 */
import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useMemo } from 'react';

import css from './toast.module.css';
import { uiTexts } from '../strings/ui.ts';

export type ToastInput = {
  readonly text: string;
  readonly detail?: string;
  readonly kind?: 'info' | 'success' | 'failure';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Milliseconds; 0 stays until it is closed. */
  readonly timeoutMs?: number;
  readonly id?: string;
};
export type Tell = (toast: ToastInput) => void;

type Data = { readonly kind: 'info' | 'success' | 'failure' };

const usualMs = { info: 6_000, success: 5_000, failure: 12_000 };

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className={css['viewport']} aria-label={uiTexts.notifications}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager<Data>();
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={css['toast']} swipeDirection={['down', 'left', 'right']}>
      {toast.data?.kind === 'success' && <CircleCheck className={css['sign']} aria-hidden />}
      {toast.data?.kind === 'failure' && <CircleAlert className={css['sign']} aria-hidden />}
      <div className={css['words']}>
        <Base.Title className={css['text']} render={<p />} />
        <Base.Description className={css['detail']} />
      </div>
      {toast.actionProps !== undefined && <Base.Action className={css['action']} onMouseDown={keepFocus} />}
      <Base.Close className={css['close']} aria-label={uiTexts.dismiss} onMouseDown={keepFocus}>
        <X aria-hidden />
      </Base.Close>
    </Base.Root>
  ));
}

/** The function that shows a toast; the same one while the provider exists. */
export function useTell(): Tell {
  const { add, close } = Base.useToastManager<Data>();
  return useMemo(
    () =>
      ({ text, detail, kind = 'info', action, timeoutMs, id }: ToastInput) => {
        const made = add({
          ...(id !== undefined && { id }),
          title: text,
          ...(detail !== undefined && { description: detail }),
          type: kind,
          priority: kind === 'failure' ? 'high' : 'low',
          timeout: timeoutMs ?? usualMs[kind],
          data: { kind },
          ...(action !== undefined && {
            actionProps: {
              children: action.label,
              onClick: () => {
                close(made);
                action.run();
              },
            },
          }),
        });
      },
    [add, close],
  );
}

/** Pressed with the mouse, a message leaves the focus where it was: the next shortcut or paste goes there. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();
