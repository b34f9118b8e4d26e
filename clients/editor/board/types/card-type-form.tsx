/** card-type-form: one card type: its name and look, the fields that its cards show, and the columns that accept them. */
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';

import { limits } from '#schema/limits.ts';
import type { ItemType } from '#schema/board.ts';

import type { Editor } from '../../state/editor.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { boardsOf } from '../boards-in.ts';
import css from './card-types.module.css';
import { choosableFields, withFieldShown } from './catalogue-draft.ts';
import { TypeFields } from './type-fields.tsx';
import { boardTexts } from '../../strings/board.ts';

type Props = {
  readonly editor: Editor;
  readonly type: ItemType;
  readonly place: number;
  readonly count: number;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<ItemType>) => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
};

export function CardTypeForm({ editor, type, place, count, disabled, onChange, onMove, onRemove }: Props) {
  const { label, newTitle, glyph, color, fields } = type;
  return (
    <section className={css['form']} aria-label={label}>
      <div className={css['names']}>
        <TextField
          label={boardTexts.name}
          value={label}
          maxLength={limits.cardLabelCharacters}
          disabled={disabled}
          onChange={(next) => onChange({ label: next })}
        />
        <TextField
          className={css['sign']}
          label={boardTexts.icon}
          value={glyph}
          maxLength={16}
          disabled={disabled}
          onChange={(next) => onChange({ glyph: next })}
        />
        {!disabled && (
          <span className={css['acts']}>
            <IconButton
              size="sm"
              label={boardTexts.moveUp(label)}
              icon={<ArrowUp />}
              aria-disabled={place === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              size="sm"
              label={boardTexts.moveDown(label)}
              icon={<ArrowDown />}
              aria-disabled={place === count - 1}
              onClick={() => onMove(1)}
            />
            <IconButton
              size="sm"
              label={boardTexts.deleteNamed(label)}
              icon={<Trash2 />}
              disabled={count === 1}
              onClick={onRemove}
            />
          </span>
        )}
      </div>
      <TextField
        label={boardTexts.defaultTitle}
        value={newTitle}
        maxLength={limits.titleCharacters}
        disabled={disabled}
        onChange={(next) => onChange({ newTitle: next })}
      />
      {!disabled && (
        <ColourField
          label={boardTexts.color}
          value={color}
          standIn={color}
          onChange={(next) => next !== null && onChange({ color: next })}
        />
      )}
      <section aria-label={boardTexts.fields}>
        <h3 className={css['heading']}>{boardTexts.fields}</h3>
        <div className={css['choices']}>
          {choosableFields.map((field) => (
            <Checkbox
              key={field}
              label={boardTexts.standardFields[field]}
              checked={fields.includes(field)}
              disabled={disabled}
              onChange={(isShown) => onChange(withFieldShown(type, field, isShown))}
            />
          ))}
        </div>
      </section>
      <TypeFields type={type} disabled={disabled} onChange={onChange} />
      <Statuses editor={editor} type={type} disabled={disabled} onChange={onChange} />
    </section>
  );
}

type StatusProps = Pick<Props, 'editor' | 'type' | 'disabled' | 'onChange'>;

function Statuses({ editor, type, disabled, onChange }: StatusProps) {
  const names = new Map<string, string>();
  for (const { board } of boardsOf(editor.session))
    for (const { status, name } of board.planBoard.columns) if (!names.has(status)) names.set(status, name);
  const { statuses, ...rest } = type;
  const all = [...names.keys()];
  if (all.length === 0 && statuses === undefined) return null;
  const set = (next: readonly string[] | undefined): void =>
    onChange({ ...rest, statuses: next === undefined ? undefined : [...next] } as Partial<ItemType>);
  return (
    <section aria-label={boardTexts.columns}>
      <h3 className={css['heading']}>{boardTexts.columns}</h3>
      <Checkbox
        label={boardTexts.allowedInAllColumns}
        checked={statuses === undefined}
        disabled={disabled || all.length === 0}
        onChange={(isAll) => set(isAll ? undefined : all)}
      />
      {statuses !== undefined && (
        <div className={css['choices']}>
          {Array.from(names, ([status, name]) => (
            <Checkbox
              key={status}
              label={name}
              checked={statuses.includes(status)}
              // A card that no column accepts would be on no board.
              disabled={disabled || (statuses.length === 1 && statuses.includes(status))}
              onChange={(isIn) => set(isIn ? [...statuses, status] : statuses.filter((one) => one !== status))}
            />
          ))}
        </div>
      )}
    </section>
  );
}
