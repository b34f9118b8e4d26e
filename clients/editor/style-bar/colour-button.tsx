/**
 * colour-button: a color of the theme, none, or a custom one.
 *
 * A slot follows the theme when it changes; a custom color stays, as the text beside it says.
 */
import { Baseline, Droplet, PenLine, Pipette } from 'lucide-react';

import { colorSlots, stickyColors } from '#schema/element.ts';

import { isHex } from '#core/render/colour.ts';
import type { Theme } from '#core/render/theme.ts';

import { slotOf, slotPaint } from '../state/slot-paint.ts';
import { titleOf } from '../state/tools.ts';
import { Button } from '../ui/button.tsx';
import { ColourField } from '../ui/colour-field.tsx';
import { useGridKeys } from '../ui/grid-keys.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import css from './colour-button.module.css';
import { mixedValues, type SharedValue } from './shared-fields.ts';
import { eyedropperTexts } from '../strings/eyedropper.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { usePopupSide } from './popup-side.ts';

type ColourButtonProps = {
  readonly kind: 'fill' | 'stroke' | 'text' | 'sticky';
  readonly label: string;
  readonly value: SharedValue;
  readonly theme: Theme;
  /** Null for the default of the theme. `joins` is set while a person tries colors. */
  readonly onChoose: (colour: string | null, joins?: string) => void;
  /** Takes a color from the canvas. */
  readonly onPick: () => void;
};

export function ColourButton({ kind, label, value, theme, onChoose, onPick }: ColourButtonProps) {
  const side = usePopupSide();
  const { grid, onKeyDown } = useGridKeys<HTMLDivElement>();
  const paint = (slot: string): string => slotPaint(slot, kind, theme);
  const slots: readonly string[] = kind === 'sticky' ? stickyColors : colorSlots;
  const now = typeof value === 'string' ? value : null;
  const shown = value === mixedValues ? null : paint(now ?? (kind === 'sticky' ? 'yellow' : 'neutral'));
  return (
    <Popover
      title={label}
      titled
      side={side}
      trigger={
        <IconButton
          size="sm"
          side={side}
          label={label}
          icon={
            <span className={css['glyph']}>
              {kind === 'text' ? <Baseline /> : kind === 'stroke' ? <PenLine /> : <Droplet />}
              <span
                className={css['shown']}
                style={shown === null || shown === 'none' ? {} : { background: shown }}
                data-none={shown === 'none' || undefined}
              />
            </span>
          }
        />
      }
    >
      <div className={css['panel']} role="group" aria-label={label}>
        <div ref={grid} className={css['slots']}>
          {slots.map((slot) => (
            <button
              key={slot}
              type="button"
              className={css['slot']}
              aria-label={titleOf(slot)}
              aria-pressed={
                now === slot ||
                (now === null && value !== mixedValues && (slot === 'neutral' || (kind === 'sticky' && slot === 'yellow')))
              }
              data-none={slot === 'none' || undefined}
              style={
                slot === 'none'
                  ? {}
                  : { background: paint(slot), borderColor: kind === 'fill' ? theme.palette[slotOf(slot)].stroke : 'transparent' }
              }
              onClick={() => onChoose(slot === 'neutral' ? null : slot)}
              onKeyDown={onKeyDown}
            />
          ))}
        </div>
        <Button size="sm" kind="quiet" icon={<Pipette />} onClick={onPick}>
          {eyedropperTexts.pick}
        </Button>
        {kind !== 'sticky' && (
          <>
            <ColourField
              label={styleBarTexts.customColor}
              value={now !== null && isHex(now) ? now : null}
              standIn={shown !== null && isHex(shown) ? shown : '#888888'}
              onChange={(colour) => onChoose(colour, `colour ${kind}`)}
            />
            <p className={css['hint']}>{styleBarTexts.customColorAbout}</p>
          </>
        )}
      </div>
    </Popover>
  );
}
