/** line-glyphs: borders, lines and heads of arrows as icons. */
import type { arrowHeads, borders, lineStyles } from '#schema/element.ts';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

export function BorderGlyph({ border }: { readonly border: (typeof borders)[number] }) {
  const dashes = { solid: undefined, dashed: '4 3', dotted: '0 3.2', none: undefined }[border];
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      {border === 'none' ? (
        <path {...line} opacity={0.45} d="M3 13 17 3" />
      ) : (
        <path {...line} d="M2 8H18" strokeDasharray={dashes} />
      )}
    </svg>
  );
}

export function LineGlyph({ line: kind }: { readonly line: (typeof lineStyles)[number] }) {
  const path = { straight: 'M2 13 18 3', angled: 'M2 13H10V3H18', curved: 'M2 13C10 13 10 3 18 3' }[kind];
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <path {...line} d={path} />
    </svg>
  );
}

export function HeadsGlyph({ heads }: { readonly heads: (typeof arrowHeads)[number] }) {
  const end = heads === 'end' || heads === 'both' ? 'M14 4 18 8 14 12' : '';
  const start = heads === 'start' || heads === 'both' ? 'M6 4 2 8 6 12' : '';
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <path {...line} d={`M2 8H18${end}${start}`} />
    </svg>
  );
}
