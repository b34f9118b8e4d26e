/** line-glyph: the line of an arrow as an icon. */
import type { lineStyles } from '#schema/element.ts';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

export function LineGlyph({ line: kind }: { readonly line: (typeof lineStyles)[number] }) {
  const path = { straight: 'M2 13 18 3', angled: 'M2 13H10V3H18', curved: 'M2 13C10 13 10 3 18 3' }[kind];
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <path {...line} d={path} />
    </svg>
  );
}
