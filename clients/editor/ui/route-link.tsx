/** route-link: a link to another screen of the page; with a modifier key the browser opens it like any link. */
import type { ComponentPropsWithRef } from 'react';

import { addressOf, type Navigate, type PageRoute } from '../state/routes.ts';

type RouteLinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { readonly to: PageRoute; readonly navigate: Navigate };

export function RouteLink({ to, navigate, onClick, children, ...rest }: RouteLinkProps) {
  return (
    <a
      {...rest}
      href={addressOf(to)}
      onClick={(event) => {
        onClick?.(event);
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (event.defaultPrevented || !isPlain) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}
