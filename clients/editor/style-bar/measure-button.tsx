/** measure-button: a length of the selected elements: one of a few that have a name, or any as a number. */
import type { ReactNode } from 'react';

import { classNames } from '../ui/class-names.ts';
import { Popover } from '../ui/popover.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { styleBarTexts } from '../strings/style-bar.ts';
import choiceCss from './choice-button.module.css';
import css from './measure-button.module.css';
import { NumberField } from './number-field.tsx';
import { usePopupSide } from './popup-side.ts';

type MeasureButtonProps<T extends string> = {
  readonly label: string;
  /** What the button shows, and what is spoken of it. */
  readonly face: ReactNode;
  readonly title: string;
  readonly names: readonly T[];
  readonly titles: Readonly<Record<T, string>>;
  readonly glyph?: (name: T) => ReactNode;
  /** Null for a number without a name, and where the elements differ. */
  readonly chosen: T | null;
  readonly onChoose: (name: T) => void;
  readonly numberLabel: string;
  /** Null where the elements differ, or none is set. */
  readonly number: number | null;
  readonly usual: number;
  readonly range: readonly [least: number, most: number];
  readonly onNumber: (number: number, joins?: string) => void;
};

export function MeasureButton<T extends string>(props: MeasureButtonProps<T>) {
  const { label, face, title, names, titles, glyph, chosen, onChoose, numberLabel, number, usual, range, onNumber } = props;
  const side = usePopupSide();
  const [least, most] = range;
  const set = (next: number, joins?: string): string | null => {
    if (next < least || next > most) return styleBarTexts.betweenNumbers(least, most);
    onNumber(next, joins === undefined ? undefined : `${joins} ${label}`);
    return null;
  };
  return (
    <Popover
      title={label}
      titled
      side={side}
      trigger={
        <Tooltip label={label} side={side}>
          <button type="button" className={choiceCss['button']} aria-label={`${label}: ${title}`}>
            {face}
          </button>
        </Tooltip>
      }
    >
      <div className={css['panel']}>
        <div className={css['names']} role="group" aria-label={label}>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              className={classNames(css['name'], glyph !== undefined && css['drawn'])}
              aria-label={titles[name]}
              aria-pressed={name === chosen}
              onClick={() => onChoose(name)}
            >
              {glyph === undefined ? titles[name] : glyph(name)}
            </button>
          ))}
        </div>
        <NumberField label={numberLabel} value={number} usual={usual} set={set} />
      </div>
    </Popover>
  );
}
