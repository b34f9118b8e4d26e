/** line-glyphs: borders, the heads of arrows, and where their labels are, as icons. */
import type { borders } from '#schema/style-fields.ts';
import type { EndHead } from '#schema/heads.ts';

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

const foot = 'M18 3 12 8 18 13';
const ring = 'M12 8A2.4 2.4 0 1 0 7.2 8A2.4 2.4 0 1 0 12 8';

/** Wide lines are drawn narrower than they are. */
export function WidthGlyph({ width }: { readonly width: number }) {
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <path {...line} strokeLinecap="butt" strokeWidth={Math.min(10, 0.4 + width * 0.8)} d="M2 8H18" />
    </svg>
  );
}

/** At the end of a line: what is drawn as a line, and what is filled. */
const headGlyphs: Readonly<Record<EndHead, readonly [line: string, solid?: string]>> = {
  none: ['M2 8H18'],
  arrow: ['M2 8H12', 'M11 3.5 18 8 11 12.5Z'],
  open: ['M2 8H18M12 3 18 8 12 13'],
  triangle: ['M2 8H11M11 3 18 8 11 13Z'],
  diamond: ['M2 8H8M8 8 13 4 18 8 13 12Z'],
  'diamond-filled': ['M2 8H8', 'M8 8 13 4 18 8 13 12Z'],
  one: ['M2 8H18M11 4V12M15 4V12'],
  many: [`M2 8H18${foot}`],
  'zero-one': [`M2 8H7.2M12 8H18M15 4V12${ring}`],
  'zero-many': [`M2 8H7.2M12 8H18${foot}${ring}`],
  'one-many': [`M2 8H18M9.5 4V12${foot}`],
};

export function HeadGlyph({ head, at }: { readonly head: EndHead; readonly at: 'start' | 'end' }) {
  const [lines, solid] = headGlyphs[head];
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <g transform={at === 'start' ? 'matrix(-1 0 0 1 20 0)' : undefined}>
        <path {...line} d={lines} />
        {solid !== undefined && <path {...line} fill="currentColor" d={solid} />}
      </g>
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
