/**
 * focus-ring: shows the focus of the canvas when it was reached with Tab.
 *
 * A browser would also show it after each edited text and each key that chose a tool, around the whole window.
 */
export function watchFocusRing(host: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let key = '';
  window.addEventListener('keydown', (event) => { key = event.key; }, { signal, capture: true }); // prettier-ignore
  window.addEventListener('pointerdown', () => { key = ''; }, { signal, capture: true }); // prettier-ignore
  const hide = (): void => void delete host.dataset['ring'];
  host.addEventListener('focus', () => {
    if (key === 'Tab') host.dataset['ring'] = '';
    else hide();
  }, { signal }); // prettier-ignore
  host.addEventListener('blur', hide, { signal });
  host.addEventListener('pointerdown', hide, { signal });
  return () => stop.abort();
}
