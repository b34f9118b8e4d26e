/**
 * parent-window: what an embedded board tells the page around it: that it shows something, what was selected, and that it changed.
 *
 * A message has names of elements only. Which pages may embed boards is the server's setting, so the message does not name one.
 */
export type BoardNotice =
  | { readonly type: 'ready' }
  | { readonly type: 'select'; readonly refs: readonly string[] }
  | { readonly type: 'change' };

export function tellParent(notice: BoardNotice): void {
  if (window.parent !== window) window.parent.postMessage({ source: 'atelier', ...notice }, '*');
}
