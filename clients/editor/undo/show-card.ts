/** show-card: brings a card of the open board into view, focuses it, and outlines it for a moment. */

const shownMs = 2_000;

/** Once it is rendered in its current place. */
export function showCard(id: string): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-pane] [data-spot="${CSS.escape(id)}"]`);
    if (card === null) return;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const outline = { outline: '2px solid var(--accent)', outlineOffset: '2px' };
    card.animate([outline, { ...outline, offset: 0.7 }, { ...outline, outlineColor: 'transparent' }], shownMs);
  });
}
