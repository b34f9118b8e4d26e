/** choice-button: one of a few values of a field, chosen with a button that shows the current one. */
import type { ReactNode } from 'react';

import type { MenuAction } from '../ui/menu-items.tsx';
import { Menu } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import css from './choice-button.module.css';
import { styleBarTexts } from '../strings/style-bar.ts';
import { usePopupSide } from './popup-side.ts';

type ChoiceButtonProps<T extends string> = {
  readonly label: string;
  /** Empty if the selected elements differ. */
  readonly value: string;
  readonly options: readonly T[];
  readonly titles: Readonly<Record<T, string>>;
  readonly glyph?: (value: T) => ReactNode;
  /** What the button shows for a value that is none of the options. */
  readonly unlisted?: { readonly title: string; readonly glyph: ReactNode };
  readonly onChoose: (value: T) => void;
  /** What the menu offers below the values. */
  readonly more?: MenuAction;
};

export function ChoiceButton<T extends string>(props: ChoiceButtonProps<T>) {
  const { label, value, options, titles, glyph, onChoose, more } = props;
  const side = usePopupSide();
  const chosen = options.find((option) => option === value);
  const unlisted = value === '' ? undefined : props.unlisted;
  const title = chosen === undefined ? (unlisted?.title ?? styleBarTexts.mixed) : titles[chosen];
  return (
    <Menu
      side={side}
      trigger={
        <Tooltip label={label} side={side}>
          <button type="button" className={css['button']} aria-label={`${label}: ${title}`}>
            {(chosen === undefined ? unlisted?.glyph : glyph?.(chosen)) ?? title}
          </button>
        </Tooltip>
      }
      items={[
        {
          heading: label,
          value,
          onChoose: (next) => {
            const option = options.find((known) => known === next);
            if (option !== undefined) onChoose(option);
          },
          options: options.map((option) => ({
            value: option,
            label: titles[option],
            ...(glyph !== undefined && { icon: glyph(option) }),
          })),
        },
        ...(more === undefined ? [] : (['separator', more] as const)),
      ]}
    />
  );
}
