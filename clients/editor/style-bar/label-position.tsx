/** label-position: where along their lines the labels of arrows are: placed automatically, or at a place that is chosen here or by dragging. */
import { styleBarTexts } from '../strings/style-bar.ts';
import { ChoiceButton } from './choice-button.tsx';
import { LabelGlyph } from './line-glyphs.tsx';
import { mixedValues, type SharedValue } from './shared-fields.ts';
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
  const at = fields.value('labelAt');
  return (
    <ChoiceButton
      label={styleBarTexts.labelPosition}
      value={placeAt(at)}
      options={places}
      titles={titles}
      glyph={(place) => <LabelGlyph at={shares[place]} />}
      unlisted={{ title: styleBarTexts.custom, glyph: <LabelGlyph at={typeof at === 'number' ? at : null} /> }}
      onChoose={(place) => fields.set({ labelAt: shares[place] })}
    />
  );
}

function placeAt(at: SharedValue): string {
  if (at === mixedValues) return '';
  return places.find((place) => shares[place] === at) ?? 'custom';
}
