/** style-controls: the controls of the style bar, each shown if one of the selected elements has its field. */
import { ArrowLeftRight } from 'lucide-react';

import { arrowHeads, borders, fonts, lineStyles, textSizes } from '#schema/element.ts';
import type { Theme } from '#core/render/theme.ts';

import { styleBarTexts } from '../strings/style-bar.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { ColourButton } from './colour-button.tsx';
import { BorderGlyph, HeadsGlyph, LineGlyph } from './line-glyphs.tsx';
import type { StyleFields } from './style-fields.ts';
import {
  borderTitles,
  directionTitles,
  fontTitles,
  headTitles,
  lineTitles,
  sizeTitles,
  thicknesses,
  thicknessTitles,
} from './style-titles.ts';

type Props = { readonly fields: StyleFields };

const colors = [
  { name: 'fill', kind: 'fill', label: styleBarTexts.fill },
  { name: 'stroke', kind: 'stroke', label: styleBarTexts.strokeColor },
  { name: 'textColor', kind: 'text', label: styleBarTexts.textColor },
] as const;

export function ColorControls({ fields, theme }: Props & { readonly theme: Theme }) {
  const { value, set } = fields;
  return (
    <>
      {fields.has('color') && (
        <ColourButton
          kind="sticky"
          label={styleBarTexts.paper}
          value={value('color')}
          theme={theme}
          onChoose={(color) => set({ color: color ?? 'yellow' })}
        />
      )}
      {colors.map(
        ({ name, kind, label }) =>
          fields.has(name) && (
            <ColourButton
              key={name}
              kind={kind}
              label={label}
              value={value(name)}
              theme={theme}
              onChoose={(color, joins) => set({ [name]: color }, joins)}
            />
          ),
      )}
    </>
  );
}

export function TextControls({ fields }: Props) {
  const areArrows = fields.elements.every(({ type }) => type === 'arrow');
  return (
    <>
      {fields.has('text') && (
        <ChoiceButton
          label={styleBarTexts.textSize}
          value={fields.option('text', areArrows ? 'sm' : 'md')}
          options={textSizes}
          titles={sizeTitles}
          onChoose={(text) => fields.set({ text })}
        />
      )}
      {fields.has('font') && (
        <ChoiceButton
          label={styleBarTexts.font}
          value={fields.option('font', 'sans')}
          options={fonts}
          titles={fontTitles}
          onChoose={(font) => fields.set({ font })}
        />
      )}
    </>
  );
}

export function LineControls({ fields, onReverse }: Props & { readonly onReverse: () => void }) {
  return (
    <>
      {fields.has('border') && (
        <ChoiceButton
          label={styleBarTexts.strokeStyle}
          value={fields.option('border', 'solid')}
          options={borders}
          glyph={(border) => <BorderGlyph border={border} />}
          titles={borderTitles}
          onChoose={(border) => fields.set({ border })}
        />
      )}
      {fields.has('line') && (
        <ChoiceButton
          label={styleBarTexts.connectorType}
          value={fields.option('line', 'straight')}
          options={lineStyles}
          glyph={(line) => <LineGlyph line={line} />}
          titles={lineTitles}
          onChoose={(line) => fields.set({ line })}
        />
      )}
      {fields.has('heads') && (
        <>
          <ChoiceButton
            label={styleBarTexts.arrowheads}
            value={fields.option('heads', 'end')}
            options={arrowHeads}
            glyph={(heads) => <HeadsGlyph heads={heads} />}
            titles={headTitles}
            onChoose={(heads) => fields.set({ heads })}
          />
          <IconButton size="sm" side="top" label={styleBarTexts.reverseArrow} icon={<ArrowLeftRight />} onClick={onReverse} />
        </>
      )}
      {fields.has('thickness') && (
        <ChoiceButton
          label={styleBarTexts.strokeWidth}
          value={String(fields.thickness)}
          options={thicknesses}
          titles={thicknessTitles}
          onChoose={(thickness) => fields.set({ thickness: Number(thickness) })}
        />
      )}
      {fields.has('direction') && (
        <ChoiceButton
          label={styleBarTexts.orientation}
          value={fields.option('direction', 'right')}
          options={['right', 'down']}
          titles={directionTitles}
          onChoose={(direction) => fields.set({ direction })}
        />
      )}
    </>
  );
}
