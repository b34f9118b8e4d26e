/** theme-editor: the colors of a theme, beside a sample drawing and the contrast of the colors in it. */
import { useMemo, useState } from 'react';

import { customTheme } from '#core/render/custom-theme.ts';
import type { Theme } from '#core/render/theme.ts';
import type { CustomTheme, ThemeDefinition } from '#schema/custom-theme.ts';
import { limits } from '#schema/limits.ts';

import { titleOf } from '../../state/tools.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ColourField } from '../../ui/colour-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { type ColorKey, contrasts, paintedSlots, withColor, withSlot } from './theme-definition.ts';
import { themeSample } from './theme-sample.ts';
import css from './themes.module.css';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

export type ThemeDraft = Pick<CustomTheme, 'name' | 'definition'>;

type ThemeEditorProps = {
  readonly theme: ThemeDraft;
  readonly isNew: boolean;
  readonly onClose: () => void;
  /** The editor closes if it succeeds. Throws CallRefused and CallUnreachable. */
  readonly save: (draft: ThemeDraft) => Promise<void>;
};

const patterns = [
  { value: 'none', label: homeTexts.none },
  { value: 'dots', label: homeTexts.dots },
  { value: 'grid', label: homeTexts.grid },
] as const;
const typefaces = [
  { value: 'sans', label: homeTexts.sans },
  { value: 'serif', label: homeTexts.serif },
  { value: 'mono', label: homeTexts.monospace },
  { value: 'hand', label: homeTexts.handwriting },
] as const;

export function ThemeEditor({ theme, isNew, onClose, save }: ThemeEditorProps) {
  const [name, setName] = useState(theme.name);
  const [definition, setDefinition] = useState<ThemeDefinition>(theme.definition);
  const { busy, failure, run } = usePending({ quiet: true });
  const drawn = useMemo(() => customTheme(definition), [definition]);
  const submit = async (): Promise<void> => {
    if (name.trim() !== '' && (await run(() => save({ name: name.trim(), definition })))) onClose();
  };
  return (
    <Dialog
      open
      width="widest"
      onOpenChange={onClose}
      title={isNew ? homeTexts.newTheme : homeTexts.editNamed(theme.name)}
      description={homeTexts.automaticColorsAbout}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{homeTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={name.trim() === ''}>
            {isNew ? homeTexts.createTheme : homeTexts.save}
          </Button>
        </>
      }
    >
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <div className={css['editor']}>
        <div className={css['fields']}>
          <TextField label={homeTexts.name} value={name} onChange={setName} maxLength={limits.nameCharacters} />
          <Fields definition={definition} drawn={drawn} onChange={setDefinition} />
        </div>
        <Sample definition={definition} drawn={drawn} />
      </div>
    </Dialog>
  );
}

type SampleProps = { readonly definition: ThemeDefinition; readonly drawn: Theme };
type FieldsProps = SampleProps & { readonly onChange: (change: (definition: ThemeDefinition) => ThemeDefinition) => void };

function Fields({ definition, drawn, onChange }: FieldsProps) {
  const palette: Readonly<Record<string, string | undefined>> = definition.palette ?? {};
  const color = (label: string, key: ColorKey, standIn: string) => (
    <ColourField
      label={label}
      value={definition[key] ?? null}
      standIn={standIn}
      onChange={(value) => onChange((current) => withColor(current, key, value))}
    />
  );
  return (
    <>
      <Select
        label={homeTexts.backgroundPattern}
        options={patterns}
        value={drawn.pattern.kind}
        onChange={(kind) => onChange((current) => ({ ...current, backgroundPattern: kind }))}
      />
      <Select
        label={homeTexts.typeface}
        options={typefaces}
        value={drawn.font}
        onChange={(font) => onChange((current) => ({ ...current, fontFamily: font }))}
      />
      <div className={css['colours']}>
        <h3>{homeTexts.canvas}</h3>
        {color(homeTexts.background, 'backgroundColor', drawn.background)}
        {color(homeTexts.pattern, 'patternColor', drawn.pattern.colour)}
        {color(homeTexts.arrows, 'arrowStroke', drawn.arrow)}
        {color(homeTexts.frames, 'frameFill', drawn.frame.fill)}
      </div>
      <div className={css['colours']}>
        <h3>{homeTexts.defaultElementColors}</h3>
        {color(homeTexts.fill, 'elementFill', drawn.palette.neutral.fill)}
        {color(homeTexts.outline, 'elementStroke', drawn.palette.neutral.stroke)}
        {color(homeTexts.text, 'elementText', drawn.palette.neutral.ink)}
      </div>
      <div className={css['colours']}>
        <h3>{homeTexts.palette}</h3>
        {paintedSlots.map((slot) => (
          <ColourField
            key={slot}
            label={titleOf(slot)}
            value={palette[slot] ?? null}
            standIn={drawn.palette[slot].fill}
            onChange={(value) => onChange((current) => withSlot(current, slot, value))}
          />
        ))}
      </div>
    </>
  );
}

function Sample({ definition, drawn }: SampleProps) {
  const sample = useMemo(() => themeSample(drawn), [drawn]);
  const pairs = useMemo(() => contrasts(definition), [definition]);
  return (
    <div className={css['seen']}>
      <Drawing className={css['picture']} source={sample} background={drawn.background} label={homeTexts.preview} />
      <ul className={css['contrasts']} aria-label={homeTexts.contrast}>
        {pairs.map(({ what, front, back, ratio, isEnough }) => (
          <li key={what} className={css['contrast']}>
            <span className={css['pair']} style={{ color: front, background: back }} aria-hidden>
              {homeTexts.a}
            </span>
            <span className={css['what']}>{what}</span>
            <span className={classNames(css['ratio'], !isEnough && css['low'])}>
              {ratio.toFixed(1)}
              {!isEnough && <span className="unseen">{homeTexts.fails}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
