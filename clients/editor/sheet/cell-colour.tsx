/** cell-colour: a color for the text or the background of the selected cells: one of a few, a custom one, or none. */
import { Baseline, PaintBucket } from 'lucide-react';

import { ColourField } from '../ui/colour-field.tsx';
import { useGridKeys } from '../ui/grid-keys.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import css from './cell-colour.module.css';
import { sheetTexts } from '../strings/sheet.ts';

/** Soft colors first: text is legible on them in light and dark themes. */
const colours = [
  ['#ffffff', sheetTexts.white], ['#e5e7eb', sheetTexts.lightGray], ['#fde68a', sheetTexts.lightYellow], ['#fed7aa', sheetTexts.lightOrange], ['#fecaca', sheetTexts.lightRed], ['#e9d5ff', sheetTexts.lightPurple], ['#c7d2fe', sheetTexts.lightBlue], ['#bbf7d0', sheetTexts.lightGreen],
  ['#111827', sheetTexts.black], ['#6b7280', sheetTexts.gray], ['#b45309', sheetTexts.brown], ['#ea580c', sheetTexts.orange], ['#dc2626', sheetTexts.red], ['#7c3aed', sheetTexts.purple], ['#2563eb', sheetTexts.blue], ['#15803d', sheetTexts.green],
] as const; // prettier-ignore

type Props = {
  readonly kind: 'text' | 'fill';
  readonly value: string | undefined;
  readonly onChoose: (colour: string | null) => void;
};

export function CellColour({ kind, value, onChoose }: Props) {
  const { grid, onKeyDown } = useGridKeys<HTMLDivElement>();
  const label = kind === 'text' ? sheetTexts.textColor : sheetTexts.fillColor;
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
        <div ref={grid} className={css['slots']}>
          {colours.map(([colour, name]) => (
            <button
              key={colour}
              type="button"
              className={css['slot']}
              aria-label={name}
              aria-pressed={value?.toLowerCase() === colour}
              style={{ background: colour }}
              onClick={() => onChoose(colour)}
              onKeyDown={onKeyDown}
            />
          ))}
        </div>
        <ColourField
          label={sheetTexts.custom}
          value={value ?? null}
          standIn="#ffffff"
          onChange={(colour) => onChoose(wholeHex(colour))}
        />
        <button type="button" className={css['none']} disabled={value === undefined} onClick={() => onChoose(null)}>
          {sheetTexts.none}
        </button>
      </div>
    </Popover>
  );
}

/** The only format that cells store is `#rrggbb`. */
function wholeHex(colour: string | null): string | null {
  if (colour === null || /^#[0-9a-f]{6}$/.test(colour)) return colour;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/.exec(colour);
  return short === null ? colour.slice(0, 7) : `#${short.slice(1).map((digit) => digit + digit).join('')}`; // prettier-ignore
}
