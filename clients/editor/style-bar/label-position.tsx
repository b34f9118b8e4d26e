/** label-position: where along their lines the labels of arrows are: placed automatically, or at a place that is chosen here or by dragging. */
import { styleBarTexts } from '../strings/style-bar.ts';
import { LabelGlyph } from './line-glyphs.tsx';
import { NamedChoice } from './named-choice.tsx';
import type { StyleFields } from './style-fields.ts';

const shares = { auto: null, start: 0, middle: 0.5, end: 1 } as const;
const places = ['auto', 'start', 'middle', 'end'] as const;
const titles = {
  auto: styleBarTexts.auto,
  start: styleBarTexts.start,
  middle: styleBarTexts.middle,
  end: styleBarTexts.end,
} as const;

export function LabelPosition({ fields }: { readonly fields: StyleFields }) {
  return (
    <NamedChoice
      fields={fields}
      field="labelAt"
      label={styleBarTexts.labelPosition}
      names={places}
      values={shares}
      titles={titles}
      glyph={(at) => <LabelGlyph at={at} />}
      unnamed={(at) => ({ title: styleBarTexts.custom, glyph: <LabelGlyph at={typeof at === 'number' ? at : null} /> })}
    />
  );
}
