/** style-controls: the controls of the style bar, each shown if one of the selected elements has its field. */
import { ArrowLeftRight } from 'lucide-react';

import { lineStyles } from '#schema/element.ts';
import { tabFont } from '#core/text/tab-font.ts';
import { borders, fonts } from '#schema/style-fields.ts';
import type { Theme } from '#core/render/theme.ts';
import type { ArrowLine } from '#schema/tab.ts';

import { styleBarTexts } from '../strings/style-bar.ts';
import type { EyedropperTarget } from '../state/eyedropper-target.ts';
import type { Editor } from '../state/editor.ts';
import { inkToolOf, inkWidths } from '../state/ink.ts';
import { lineTitles } from '../state/line-titles.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { LineGlyph } from '../ui/line-glyph.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { ColourButton } from './colour-button.tsx';
import { EmphasisButtons } from './emphasis-buttons.tsx';
import { FrameLayout } from './frame-layout.tsx';
import { HeadChoices } from './head-choices.tsx';
import { LabelPosition } from './label-position.tsx';
import { BorderGlyph } from './line-glyphs.tsx';
import { StrokeWidth } from './stroke-width.tsx';
import { TextAlignment } from './text-alignment.tsx';
import { TextSizeControl } from './text-size.tsx';
import type { StyleFields } from './style-fields.ts';
import { borderTitles, directionTitles, fontTitles, inkWidthTitles } from './style-titles.ts';
import { usePopupSide } from './popup-side.ts';

type Props = { readonly fields: StyleFields };

const colors = [
  { name: 'fill', kind: 'fill', label: styleBarTexts.fill },
  { name: 'stroke', kind: 'stroke', label: styleBarTexts.strokeColor },
  { name: 'textColor', kind: 'text', label: styleBarTexts.textColor },
] as const;

type ColorProps = Props & { readonly theme: Theme; readonly onPick: (target: EyedropperTarget) => void };

export function ColorControls({ fields, theme, onPick }: ColorProps) {
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
          onPick={() => onPick('color')}
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
              onPick={() => onPick(name)}
            />
          ),
      )}
    </>
  );
}

export function TextControls({ editor, fields }: Props & { readonly editor: Editor }) {
  return (
    <>
      {fields.has('text') && <TextSizeControl fields={fields} />}
      {fields.has('font') && (
        <ChoiceButton
          label={styleBarTexts.font}
          value={fields.option('font', tabFont(editor.tab.view.settings))}
          options={fonts}
          titles={fontTitles}
          onChoose={(font) => fields.set({ font })}
        />
      )}
      <EmphasisButtons editor={editor} fields={fields} />
      {fields.has('textAlign') && <TextAlignment fields={fields} />}
    </>
  );
}

type LineProps = Props & {
  readonly onReverse: () => void;
  /** The line of new arrows on the tab. */
  readonly newLine: ArrowLine;
  readonly onNewLine: (line: ArrowLine) => void;
};

export function LineControls({ fields, onReverse, newLine, onNewLine }: LineProps) {
  const side = usePopupSide();
  const line = lineStyles.find((known) => known === fields.option('line', 'straight'));
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
      {fields.has('strokeWidth') && <StrokeWidth fields={fields} />}
      {fields.has('line') && (
        <ChoiceButton
          label={styleBarTexts.connectorType}
          value={line ?? ''}
          options={lineStyles}
          glyph={(each) => <LineGlyph line={each} />}
          titles={lineTitles}
          onChoose={(chosen) => fields.set({ line: chosen })}
          more={{
            label: styleBarTexts.useForNewArrows,
            disabled: line === undefined || line === newLine,
            onSelect: () => line !== undefined && onNewLine(line),
          }}
        />
      )}
      {fields.has('heads') && (
        <>
          <HeadChoices fields={fields} />
          <IconButton size="sm" side={side} label={styleBarTexts.reverseArrow} icon={<ArrowLeftRight />} onClick={onReverse} />
        </>
      )}
      {fields.has('labelAt') && <LabelPosition fields={fields} />}
      {fields.has('thickness') && !fields.has('strokeWidth') && <InkWidth fields={fields} />}
      <FrameLayout fields={fields} />
      {fields.has('direction') && (
        <ChoiceButton
          label={styleBarTexts.orientation}
          value={fields.option('direction', usualDirection(fields))}
          options={['right', 'down']}
          titles={directionTitles}
          onChoose={(direction) => fields.set({ direction })}
        />
      )}
    </>
  );
}

/** Of the tool that drew the lines, or of the pen if they differ. */
function InkWidth({ fields }: Props) {
  const isHighlight = fields.elements.every((line) => line.type !== 'stroke' || inkToolOf(line) === 'highlighter');
  const options = inkWidths[isHighlight ? 'highlighter' : 'pen'].map(String);
  const title = String(fields.thickness);
  return (
    <ChoiceButton
      label={styleBarTexts.strokeWidth}
      value={fields.thickness === 0 ? '' : title}
      options={options}
      titles={Object.fromEntries(options.map((option, index) => [option, inkWidthTitles[index] ?? option]))}
      unlisted={{ title, glyph: title }}
      onChoose={(thickness) => fields.set({ thickness: Number(thickness) })}
    />
  );
}

/** Lanes go to the right, what is arranged goes down. */
const usualDirection = (fields: StyleFields): string =>
  !fields.has('arrange') || fields.value('arrange') === 'swimlane' ? 'right' : 'down';
