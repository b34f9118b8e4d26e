/** shape-button: the kind of the selected shapes, which can be replaced by another one. */
import { useState } from 'react';

import { ShapeGlyph } from '../canvas/shape-glyph.tsx';
import { ShapeGrid } from '../canvas/shape-grid.tsx';
import { drawnShapes, titleOf } from '../state/tools.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { styleBarTexts } from '../strings/style-bar.ts';
import { usePopupSide } from './popup-side.ts';

type ShapeButtonProps = { readonly value: string; readonly onChoose: (shape: string) => void };

/** Boards and sheets are left out: no other shape becomes one. */
const kinds = drawnShapes.filter((kind) => kind !== 'plan-board');

export function ShapeButton({ value, onChoose }: ShapeButtonProps) {
  const side = usePopupSide();
  const [isOpen, setOpen] = useState(false);
  const now = kinds.find((kind) => kind === value);
  return (
    <Popover
      title={styleBarTexts.shape}
      side={side}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          size="sm"
          side={side}
          label={styleBarTexts.shapeNamed(now === undefined ? styleBarTexts.mixedShape : titleOf(now))}
          icon={<ShapeGlyph kind={now ?? 'square'} />}
        />
      }
    >
      <ShapeGrid
        kinds={kinds}
        chosen={value}
        onChoose={(kind) => {
          onChoose(kind);
          setOpen(false);
        }}
      />
    </Popover>
  );
}
