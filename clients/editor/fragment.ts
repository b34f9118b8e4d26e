/**
 * fragment: the fragment of the address: a one-time sign-in code, or the secret of a share link.
 *
 * Either gives access: it is removed from the address bar, and from the history, as soon as it is read.
 */
export type Fragment = {
  readonly code: string | null;
  readonly shareSecret: string | null;
  /** Signing in with a provider failed. */
  readonly failed: boolean;
};

export function readFragment(): Fragment {
  const text = location.hash.slice(1);
  if (text !== '') history.replaceState(null, '', location.pathname);
  return fragmentOf(location.pathname, text);
}

export function fragmentOf(path: string, text: string): Fragment {
  const code = text.startsWith('code=') ? text.slice('code='.length) : null;
  return {
    code,
    failed: text === 'sign-in=failed',
    shareSecret: code === null && path === '/share' && text !== '' ? text : null,
  };
}
