/** geometry-button: the place, size and rotation of the selected boxes as numbers. */
import { Ruler } from 'lucide-react';

import { lettered, tabFont } from '#core/text/tab-font.ts';
import { type Box, isBox } from '#schema/element.ts';

import {
  type Geometry,
  geometryFields,
  type GeometryFault,
  type GeometryField,
  geometryOf,
  setGeometry,
} from '../changes/geometry.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Editor } from '../state/editor.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import css from './geometry-button.module.css';
import { NumberField } from './number-field.tsx';
import { usePopupSide } from './popup-side.ts';
import type { StyleFields } from './style-fields.ts';

/** `isFixed`: whether an element is locked; such an element keeps its place. */
type GeometryButtonProps = {
  readonly editor: Editor;
  readonly fields: StyleFields;
  readonly isFixed: (box: Box) => boolean;
};

export function GeometryButton({ editor, fields, isFixed }: GeometryButtonProps) {
  const side = usePopupSide();
  const boxes = fields.elements.filter(isBox).filter((box) => !isFixed(box));
  if (boxes.length === 0) return null;
  return (
    <Popover
      title={styleBarTexts.positionAndSize}
      titled
      side={side}
      trigger={<IconButton size="sm" side={side} label={styleBarTexts.positionAndSize} icon={<Ruler />} />}
    >
      <Fields editor={editor} boxes={boxes} />
    </Popover>
  );
}

type FieldsProps = { readonly editor: Editor; readonly boxes: readonly Box[] };

function Fields({ editor, boxes }: FieldsProps) {
  const geometry: Geometry = geometryOf(boxes);
  return (
    <div className={css['fields']}>
      {geometryFields.map((field) => {
        const value = geometry[field];
        return value === null ? null : <LengthField key={field} editor={editor} boxes={boxes} field={field} value={value} />;
      })}
    </div>
  );
}

type LengthFieldProps = FieldsProps & { readonly field: GeometryField; readonly value: number };

function LengthField({ editor, boxes, field, value }: LengthFieldProps) {
  const set = (next: number, joins?: string): string | null => {
    const font = tabFont(editor.tab.view.settings);
    const change = setGeometry(
      boxes.map((box) => lettered(box, font)),
      field,
      next,
    );
    if (typeof change !== 'function') return reasonOf(change);
    writeChange(editor, change, joins === undefined ? {} : { joins: `geometry-${field}` });
    return null;
  };
  return <NumberField label={styleBarTexts.geometry[field]} value={value} set={set} />;
}

const reasonOf = (fault: GeometryFault): string =>
  fault.fault === 'room' ? styleBarTexts.needsRoom(fault.least) : styleBarTexts.betweenNumbers(fault.least, fault.most);
