/**
 * fragment: the fragment of the address: a one-time sign-in code, the secret of a share link, or what is to be shown.
 *
 * The first two give access, and the last is shown once: it is removed from the address bar, and from the history, as soon as it
 * is read.
 */
export type Fragment = {
  readonly code: string | null;
  readonly shareSecret: string | null;
  /** The id of what is selected: what a changeset changed, an element, a page, a card, a comment or a cell; or of a proposal. */
  readonly target: string | null;
  /** Signing in with a provider failed. */
  readonly failed: boolean;
};

export function readFragment(): Fragment {
  const text = location.hash.slice(1);
  if (text !== '') history.replaceState(null, '', `${location.pathname}${location.search}`);
  return fragmentOf(location.pathname, text);
}

const targetForm =
  /^(?:(?:cs|pr|page|item|cmt)_[0-9a-z]{16,40}|[a-z][a-z0-9_-]{0,23}~[0-9a-z]{8}|sheet_[0-9a-z]{16,40}\.row_[0-9a-z]{16,40}:col_[0-9a-z]{16,40})$/;

export function fragmentOf(path: string, text: string): Fragment {
  const code = text.startsWith('code=') ? text.slice('code='.length) : null;
  return {
    code,
    failed: text === 'sign-in=failed',
    shareSecret: code === null && path === '/share' && text !== '' ? text : null,
    target: path.startsWith('/d/') && targetForm.test(text) ? text : null,
  };
}
