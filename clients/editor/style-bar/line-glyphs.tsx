/** line-glyphs: borders and heads of arrows, and where their labels are, as icons. */
import type { arrowHeads, borders } from '#schema/element.ts';

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

export function HeadsGlyph({ heads }: { readonly heads: (typeof arrowHeads)[number] }) {
  const end = heads === 'end' || heads === 'both' ? 'M14 4 18 8 14 12' : '';
  const start = heads === 'start' || heads === 'both' ? 'M6 4 2 8 6 12' : '';
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <path {...line} d={`M2 8H18${end}${start}`} />
    </svg>
  );
}

/** `at`: the share of the line's length; null: automatic. */
export function LabelGlyph({ at }: { readonly at: number | null }) {
  const [width, middle] = [7, 6 + 8 * (at ?? 0.5)];
  const [left, right] = [middle - width / 2, middle + width / 2];
  const before = left > 2.5 ? `M2 8H${left}` : '';
  const after = right < 17.5 ? `M${right} 8H18` : '';
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <path {...line} d={`${before}${after}`} />
      <rect {...line} x={left} y={4.5} width={width} height={7} rx={1.5} strokeDasharray={at === null ? '0.1 2.6' : undefined} />
    </svg>
  );
}
