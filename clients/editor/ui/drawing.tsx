/**
 * drawing: a drawing of the engine in the page.
 *
 * It is in a shadow tree: the ids of its patterns and gradients are its own, and the fonts of the page apply.
 */
import { useEffect, useRef } from 'react';

type DrawingProps = {
  /** From core/render/render-svg.ts, which escapes people's texts. */
  readonly source: string;
  /** A description for screen readers; without it the drawing is decoration. */
  readonly label?: string;
  /** The color around the drawing if it does not fill its place. */
  readonly background?: string;
  /** A class with `position: relative` and a size. */
  readonly className: string | undefined;
};

export function Drawing({ source, label, background, className }: DrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shadow = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    if (shadow === undefined) return;
    const drawn = document.importNode(new DOMParser().parseFromString(source, 'image/svg+xml').documentElement, true);
    if (drawn instanceof SVGElement) {
      // It fills its place, which has a size of its own.
      Object.assign(drawn.style, { position: 'absolute', inset: 'var(--inset, 0px)', display: 'block' });
      drawn.style.setProperty('width', 'calc(100% - 2 * var(--inset, 0px))');
      drawn.style.setProperty('height', 'calc(100% - 2 * var(--inset, 0px))');
      shadow.replaceChildren(drawn);
    }
  }, [source]);
  const spoken = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  return <div ref={host} className={className} style={{ background }} {...spoken} />;
}
