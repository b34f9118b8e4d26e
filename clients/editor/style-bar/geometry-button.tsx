/**
 * geometry-button: the place, size and rotation of the selected boxes as numbers.
 *
 * Enter, or leaving a field, sets what was typed; the arrow keys change it by one, with Shift by ten. What cannot be set stays in its
 * field with the reason; Escape discards it.
 */
import { Ruler } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';

import { type Box, isBox } from '#schema/element.ts';

import {
  type Geometry,
  geometryFields,
  type GeometryFault,
  type GeometryField,
  geometryOf,
  readLength,
  setGeometry,
} from '../changes/geometry.ts';
import { writeChange } from '../changes/write-change.ts';
import type { Editor } from '../state/editor.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './geometry-button.module.css';
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
        return value === null ? null : <NumberField key={field} editor={editor} boxes={boxes} field={field} value={value} />;
      })}
    </div>
  );
}

type NumberFieldProps = FieldsProps & { readonly field: GeometryField; readonly value: number };

function NumberField({ editor, boxes, field, value }: NumberFieldProps) {
  const { text, error, setText, apply, step, discard } = useNumber(value, (next, joins) => {
    const change = setGeometry(boxes, field, next);
    if (typeof change !== 'function') return reasonOf(change);
    writeChange(editor, change, joins === undefined ? {} : { joins: `${joins}-${field}` });
    return null;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') discard();
    if (event.key === 'Enter') {
      event.preventDefault();
      apply();
      event.currentTarget.select();
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
    }
  };
  return (
    <TextField
      label={styleBarTexts.geometry[field]}
      role="spinbutton"
      aria-valuenow={value}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={setText}
      error={error}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={apply}
    />
  );
}

/** What is typed into the field of a number. `set` returns why the number cannot be set; null if it was. */
function useNumber(value: number, set: (next: number, joins?: string) => string | null) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  // The field loses the focus while Escape closes the popup, before it is rendered again.
  const typed = useRef<string | null>(null);
  const put = (text: string | null, reason: string | null): void => {
    typed.current = text;
    setDraft(text);
    setError(reason);
  };
  const attempt = (next: number, text: string, joins?: string): void => {
    const reason = next === value ? null : set(next, joins);
    put(reason === null ? null : text, reason);
  };
  return {
    text: draft ?? String(value),
    error,
    setText: (text: string) => put(text, null),
    apply: () => {
      const { current: text } = typed;
      if (text === null) return;
      const next = readLength(text);
      if (next === null) put(text, styleBarTexts.enterANumber);
      else attempt(next, text);
    },
    step: (by: number) => {
      const next = (readLength(typed.current ?? '') ?? value) + by;
      attempt(Math.round(next * 100) / 100, String(next), 'geometry');
    },
    discard: () => put(null, null),
  };
}

const reasonOf = (fault: GeometryFault): string =>
  fault.fault === 'room' ? styleBarTexts.needsRoom(fault.least) : styleBarTexts.betweenNumbers(fault.least, fault.most);
