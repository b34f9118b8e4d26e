/** color-choice: the color of a person: one of those that are readable everywhere, or a custom one. */
import { Check } from 'lucide-react';

import { inkOn } from '#core/render/colour.ts';
import { peopleColors } from '#schema/people-colors.ts';

import { profileTexts } from '../../strings/profile.ts';
import { ColourField } from '../../ui/colour-field.tsx';
import css from './profile.module.css';

type Props = { readonly value: string; readonly onChange: (color: string) => void };

export function ColorChoice({ value, onChange }: Props) {
  const isCustom = !peopleColors.some((color) => color === value);
  return (
    <fieldset className={css['colors']}>
      <legend>{profileTexts.color}</legend>
      <div className={css['swatches']}>
        {peopleColors.map((color) => (
          <label key={color} className={css['swatch']} style={{ background: color, color: inkOn(color) }}>
            <input
              type="radio"
              name="color"
              aria-label={profileTexts.colors[color]}
              checked={color === value}
              onChange={() => onChange(color)}
            />
            {color === value && <Check aria-hidden />}
          </label>
        ))}
      </div>
      <ColourField
        label={profileTexts.customColor}
        value={isCustom ? value : null}
        standIn={value}
        placeholder={profileTexts.colorExample}
        onChange={(color) => color !== null && onChange(color.slice(0, 7))}
      />
    </fieldset>
  );
}
