/** text-size: the size of labels: one with a name, the largest that fits the box, or a number of pixels. */
import { textSizes } from '#schema/style-fields.ts';
import { limits } from '#schema/limits.ts';

import { fontSizes } from '#core/text/sizes.ts';

import { styleBarTexts as texts } from '../strings/style-bar.ts';
import { MeasureButton } from './measure-button.tsx';
import { mixedValues } from './shared-fields.ts';
import type { StyleFields } from './style-fields.ts';
import { sizeTitles } from './style-titles.ts';

export function TextSizeControl({ fields }: { readonly fields: StyleFields }) {
  const value = fields.value('text');
  const usual = fields.elements.every(({ type }) => type === 'arrow') ? 'sm' : 'md';
  const chosen = textSizes.find((size) => size === (value ?? usual)) ?? null;
  const number = typeof value === 'number' ? value : chosen === null || chosen === 'scale' ? null : fontSizes[chosen];
  const title = value === mixedValues ? texts.mixed : chosen === null ? String(number) : sizeTitles[chosen];
  return (
    <MeasureButton
      label={texts.textSize}
      face={title}
      title={title}
      names={textSizes}
      titles={sizeTitles}
      chosen={chosen}
      onChoose={(text) => fields.set({ text })}
      numberLabel={texts.sizeInPixels}
      number={number}
      usual={fontSizes.md}
      range={[limits.textSizeMin, limits.textSizeMax]}
      onNumber={(text, joins) => fields.set({ text }, joins)}
    />
  );
}
