/** text-alignment: where the labels of the selected boxes are in them, across and down. */
import {
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { textAligns, verticalAligns } from '#schema/style-fields.ts';

import { alignmentOf, type LabelAlignment, takesAlignment } from '#core/text/label-alignment.ts';

import { styleBarTexts as texts } from '../strings/style-bar.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { usePopupSide } from './popup-side.ts';
import type { StyleFields } from './style-fields.ts';
import css from './text-alignment.module.css';

const acrossIcons = { left: <TextAlignStart />, center: <TextAlignCenter />, right: <TextAlignEnd /> } as const;
const downIcons = {
  top: <AlignVerticalJustifyStart />,
  middle: <AlignVerticalJustifyCenter />,
  bottom: <AlignVerticalJustifyEnd />,
} as const;
const acrossTitles = { left: texts.alignTextLeft, center: texts.alignTextCenter, right: texts.alignTextRight } as const;
const downTitles = { top: texts.alignTextTop, middle: texts.alignTextMiddle, bottom: texts.alignTextBottom } as const;

export function TextAlignment({ fields }: { readonly fields: StyleFields }) {
  const side = usePopupSide();
  const alignments = fields.elements.filter(takesAlignment).map(alignmentOf);
  const across = shared(alignments, 'across');
  const down = shared(alignments, 'down');
  return (
    <Popover
      title={texts.textAlignment}
      titled
      side={side}
      trigger={
        <IconButton
          size="sm"
          side={side}
          label={texts.textAlignment}
          icon={across === null ? <TextAlignStart /> : acrossIcons[across]}
        />
      }
    >
      <div className={css['panel']}>
        <Choices
          label={texts.horizontal}
          names={textAligns}
          titles={acrossTitles}
          icons={acrossIcons}
          chosen={across}
          onChoose={(textAlign) => fields.set({ textAlign })}
        />
        <Choices
          label={texts.vertical}
          names={verticalAligns}
          titles={downTitles}
          icons={downIcons}
          chosen={down}
          onChoose={(verticalAlign) => fields.set({ verticalAlign })}
        />
      </div>
    </Popover>
  );
}

type ChoicesProps<T extends string> = {
  readonly label: string;
  readonly names: readonly T[];
  readonly titles: Readonly<Record<T, string>>;
  readonly icons: Readonly<Record<T, ReactNode>>;
  readonly chosen: T | null;
  readonly onChoose: (name: T) => void;
};

function Choices<T extends string>({ label, names, titles, icons, chosen, onChoose }: ChoicesProps<T>) {
  return (
    <div className={css['row']} role="group" aria-label={label}>
      {names.map((name) => (
        <IconButton key={name} label={titles[name]} icon={icons[name]} pressed={name === chosen} onClick={() => onChoose(name)} />
      ))}
    </div>
  );
}

/** Null where the boxes differ. */
function shared<K extends keyof LabelAlignment>(alignments: readonly LabelAlignment[], name: K): LabelAlignment[K] | null {
  const [first, ...others] = alignments.map((alignment) => alignment[name]);
  return first !== undefined && others.every((one) => one === first) ? first : null;
}
