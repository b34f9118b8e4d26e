/** theme-editor: the colours of a theme beside what they make of a drawing, and whether they can be read. */
import { useMemo, useState } from 'react';

import { customTheme } from '#core/render/custom-theme.ts';
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
import { contrasts, paintedSlots } from './theme-definition.ts';
import { themeSample } from './theme-sample.ts';
import css from './themes.module.css';
import { useTask } from '../../ui/use-task.ts';
import { homeTexts } from '../../strings/home.ts';

type Draft = Pick<CustomTheme, 'name' | 'definition'>;
type ThemeEditorProps = {
  readonly theme: Draft;
  readonly isNew: boolean;
  readonly onClose: () => void;
  /** Closes when it is done; throws what the server says. */
  readonly save: (draft: Draft) => Promise<void>;
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

type ColourKey = Exclude<keyof ThemeDefinition, 'palette' | 'backgroundPattern' | 'fontFamily'>;

export function ThemeEditor({ theme, isNew, onClose, save }: ThemeEditorProps) {
  const [name, setName] = useState(theme.name);
  const [definition, setDefinition] = useState<ThemeDefinition>(theme.definition);
  const { busy, failure, run } = useTask({ quiet: true });
  const drawn = useMemo(() => customTheme(definition), [definition]);
  const sample = useMemo(() => themeSample(drawn), [drawn]);
  const pairs = useMemo(() => contrasts(definition), [definition]);
  const set = (key: ColourKey, value: string | null): void => setDefinition((now) => withColour(now, key, value));
  const palette: Readonly<Record<string, string | undefined>> = definition.palette ?? {};
  const paint = (slot: string, value: string | null): void => setDefinition((now) => withSlot(now, slot, value));
  const submit = async (): Promise<void> => {
    if (name.trim() !== '' && (await run(() => save({ name: name.trim(), definition })))) onClose();
  };
  const colour = (label: string, key: ColourKey, standIn: string) => (
    <ColourField label={label} value={definition[key] ?? null} standIn={standIn} onChange={(value) => set(key, value)} />
  );
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
          <Select
            label={homeTexts.backgroundPattern}
            options={patterns}
            value={drawn.pattern.kind}
            onChange={(kind) => setDefinition((now) => ({ ...now, backgroundPattern: kind }))}
          />
          <Select
            label={homeTexts.typeface}
            options={typefaces}
            value={drawn.font}
            onChange={(font) => setDefinition((now) => ({ ...now, fontFamily: font }))}
          />
          <div className={css['colours']}>
            <h3>{homeTexts.canvas}</h3>
            {colour(homeTexts.background, 'backgroundColor', drawn.background)}
            {colour(homeTexts.pattern, 'patternColor', drawn.pattern.colour)}
            {colour(homeTexts.arrows, 'arrowStroke', drawn.arrow)}
            {colour(homeTexts.frames, 'frameFill', drawn.frame.fill)}
          </div>
          <div className={css['colours']}>
            <h3>{homeTexts.defaultElementColors}</h3>
            {colour(homeTexts.fill, 'elementFill', drawn.palette.neutral.fill)}
            {colour(homeTexts.outline, 'elementStroke', drawn.palette.neutral.stroke)}
            {colour(homeTexts.text, 'elementText', drawn.palette.neutral.ink)}
          </div>
          <div className={css['colours']}>
            <h3>{homeTexts.palette}</h3>
            {paintedSlots.map((slot) => (
              <ColourField
                key={slot}
                label={titleOf(slot)}
                value={palette[slot] ?? null}
                standIn={drawn.palette[slot].fill}
                onChange={(value) => paint(slot, value)}
              />
            ))}
          </div>
        </div>
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
      </div>
    </Dialog>
  );
}

function withColour(definition: ThemeDefinition, key: ColourKey, value: string | null): ThemeDefinition {
  const { [key]: _old, ...rest } = definition;
  return value === null ? rest : { ...rest, [key]: value };
}

/** A palette is never sent empty. */
function withSlot(definition: ThemeDefinition, slot: string, value: string | null): ThemeDefinition {
  const { palette = {}, ...rest } = definition;
  const slots: Record<string, string> = {};
  for (const [name, colour] of Object.entries(palette)) if (name !== slot && colour !== undefined) slots[name] = colour;
  if (value !== null) slots[slot] = value;
  return Object.keys(slots).length === 0 ? rest : { ...rest, palette: slots };
}
