/**
 * provider: the context of all components: grouped tooltips, toasts, and no inline style elements, which the page's policy
 * refuses.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

import { ToastProvider } from './toast.tsx';

export function Provider({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={450} closeDelay={0} timeout={350}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
