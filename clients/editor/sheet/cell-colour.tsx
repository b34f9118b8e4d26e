/** cell-colour: a colour of the selected cells, of their text or behind it: one of a few, one of one's own, or none. */
import { Baseline, PaintBucket } from 'lucide-react';

import { ColourField } from '../ui/colour-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import css from './cell-colour.module.css';

/** Soft ones first: they are what text is legible on in light and in dark. */
const colours = [
  ['#ffffff', 'White'], ['#e5e7eb', 'Light gray'], ['#fde68a', 'Light yellow'], ['#fed7aa', 'Light orange'], ['#fecaca', 'Light red'], ['#e9d5ff', 'Light purple'], ['#c7d2fe', 'Light blue'], ['#bbf7d0', 'Light green'],
  ['#111827', 'Black'], ['#6b7280', 'Gray'], ['#b45309', 'Brown'], ['#ea580c', 'Orange'], ['#dc2626', 'Red'], ['#7c3aed', 'Purple'], ['#2563eb', 'Blue'], ['#15803d', 'Green'],
] as const; // prettier-ignore

type Props = {
  readonly kind: 'text' | 'fill';
  readonly value: string | undefined;
  readonly onChoose: (colour: string | null) => void;
};

export function CellColour({ kind, value, onChoose }: Props) {
  const label = kind === 'text' ? 'Text color' : 'Fill color';
  return (
    <Popover
      title={label}
      titled
      align="start"
      trigger={
        <IconButton
          size="sm"
          label={label}
          icon={
            <span className={css['glyph']}>
              {kind === 'text' ? <Baseline /> : <PaintBucket />}
              <span className={css['shown']} style={value === undefined ? {} : { background: value }} />
            </span>
          }
        />
      }
    >
      <div className={css['panel']} role="group" aria-label={label}>
        <div className={css['slots']}>
          {colours.map(([colour, name]) => (
            <button
              key={colour}
              type="button"
              className={css['slot']}
              aria-label={name}
              aria-pressed={value?.toLowerCase() === colour}
              style={{ background: colour }}
              onClick={() => onChoose(colour)}
            />
          ))}
        </div>
        <ColourField label="Custom…" value={value ?? null} standIn="#ffffff" onChange={(colour) => onChoose(wholeHex(colour))} />
        <button type="button" className={css['none']} disabled={value === undefined} onClick={() => onChoose(null)}>
          None
        </button>
      </div>
    </Popover>
  );
}

/** Cells know `#rrggbb` alone. */
function wholeHex(colour: string | null): string | null {
  if (colour === null || /^#[0-9a-f]{6}$/.test(colour)) return colour;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/.exec(colour);
  return short === null ? colour.slice(0, 7) : `#${short.slice(1).map((digit) => digit + digit).join('')}`; // prettier-ignore
}
