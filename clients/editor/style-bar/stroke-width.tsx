/** stroke-width: how wide the outlines of boxes and the lines of arrows are: as the theme has them, or a number of pixels. */
import { limits } from '#schema/limits.ts';

import { styleBarTexts as texts } from '../strings/style-bar.ts';
import { WidthGlyph } from './line-glyphs.tsx';
import { MeasureButton } from './measure-button.tsx';
import { mixedValues } from './shared-fields.ts';
import type { StyleFields } from './style-fields.ts';

const names = ['thin', 'medium', 'thick', 'extra-thick'] as const;
/** Null: that of the theme. */
const widths = { thin: 1, medium: null, thick: 3, 'extra-thick': 6 } as const;
const titles = { thin: texts.thin, medium: texts.medium, thick: texts.thick, 'extra-thick': texts.extraThick } as const;
/** About the width that themes have. */
const usual = 2;

export function StrokeWidth({ fields }: { readonly fields: StyleFields }) {
  const value = fields.value('strokeWidth');
  const width = typeof value === 'number' ? value : null;
  const chosen = value === mixedValues ? null : (names.find((name) => widths[name] === value) ?? null);
  return (
    <MeasureButton
      label={texts.strokeWidth}
      face={<WidthGlyph width={width ?? usual} />}
      title={value === mixedValues ? texts.mixed : chosen === null ? String(width) : titles[chosen]}
      names={names}
      titles={titles}
      glyph={(name) => <WidthGlyph width={widths[name] ?? usual} />}
      chosen={chosen}
      onChoose={(name) => fields.set({ strokeWidth: widths[name] })}
      numberLabel={texts.widthInPixels}
      number={width}
      usual={usual}
      range={[limits.strokeWidthMin, limits.strokeWidthMax]}
      onNumber={(next, joins) => fields.set({ strokeWidth: next }, joins)}
    />
  );
}
