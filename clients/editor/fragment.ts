/**
 * fragment: the fragment of the address: a one-time sign-in code, the secret of a share link, or the changeset to show.
 *
 * The first two give access, and the last is shown once: it is removed from the address bar, and from the history, as soon as it
 * is read.
 */
export type Fragment = {
  readonly code: string | null;
  readonly shareSecret: string | null;
  /** What it changed is selected. */
  readonly changeset: string | null;
  /** Signing in with a provider failed. */
  readonly failed: boolean;
};

export function readFragment(): Fragment {
  const text = location.hash.slice(1);
  if (text !== '') history.replaceState(null, '', `${location.pathname}${location.search}`);
  return fragmentOf(location.pathname, text);
}

export function fragmentOf(path: string, text: string): Fragment {
  const code = text.startsWith('code=') ? text.slice('code='.length) : null;
  return {
    code,
    failed: text === 'sign-in=failed',
    shareSecret: code === null && path === '/share' && text !== '' ? text : null,
    changeset: path.startsWith('/d/') && /^cs_[0-9a-z]{16,40}$/.test(text) ? text : null,
  };
}
