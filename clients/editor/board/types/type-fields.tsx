/** type-fields: the custom fields of a card type: their names, kinds and order. */
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { limits } from '#schema/limits.ts';
import { type CustomField, type CustomKind, customKinds, type ItemType } from '#schema/board.ts';

import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AddByName } from '../add-by-name.tsx';
import css from './card-types.module.css';
import { changedField, movedField, optionsIn, withField, withoutField } from './catalogue-draft.ts';
import { LeftField } from '../left-field.tsx';
import { boardTexts } from '../../strings/board.ts';

type Props = { readonly type: ItemType; readonly disabled: boolean; readonly onChange: (change: Partial<ItemType>) => void };

const kindTitles: Readonly<Record<CustomKind, string>> = {
  text: boardTexts.textField,
  longtext: boardTexts.longText,
  number: boardTexts.number,
  date: boardTexts.date,
  checkbox: boardTexts.checkbox,
  link: boardTexts.link,
  choice: boardTexts.select,
  card: boardTexts.cardField,
};
const kinds = customKinds.map((value) => ({ value, label: kindTitles[value] }));

export function TypeFields({ type, disabled, onChange }: Props) {
  const { custom } = type;
  if (disabled && custom.length === 0) return null;
  return (
    <section aria-label={boardTexts.customFields}>
      <h3 className={css['heading']}>{boardTexts.customFields}</h3>
      <ul className={css['fields']}>
        {custom.map((field, place) => (
          <li key={field.id}>
            <OneField type={type} field={field} place={place} disabled={disabled} onChange={onChange} />
          </li>
        ))}
      </ul>
      {!disabled &&
        (custom.length < limits.customFieldsPerType ? (
          <NewField type={type} onChange={onChange} />
        ) : (
          <p className={css['quiet']}>{boardTexts.limitFieldsPerType(limits.customFieldsPerType)}</p>
        ))}
    </section>
  );
}

function OneField({ type, field, place, disabled, onChange }: Props & { readonly field: CustomField; readonly place: number }) {
  const { id, label, kind, options = [] } = field;
  const last = type.custom.length - 1;
  return (
    <>
      <div className={css['field']}>
        <TextField
          label={boardTexts.nameOfField(place + 1)}
          labelUnseen
          value={label}
          maxLength={limits.cardLabelCharacters}
          disabled={disabled}
          onChange={(next) => onChange(changedField(type, id, { label: next }))}
        />
        <Select
          label={boardTexts.fieldTypeOf(label)}
          labelUnseen
          value={kind}
          options={kinds}
          disabled={disabled}
          onChange={(next) => onChange(changedField(type, id, { kind: next }))}
        />
        {!disabled && (
          <span className={css['acts']}>
            <IconButton
              size="sm"
              label={boardTexts.moveUp(label)}
              icon={<ArrowUp />}
              aria-disabled={place === 0}
              onClick={() => onChange(movedField(type, id, -1))}
            />
            <IconButton
              size="sm"
              label={boardTexts.moveDown(label)}
              icon={<ArrowDown />}
              aria-disabled={place === last}
              onClick={() => onChange(movedField(type, id, 1))}
            />
            <IconButton
              size="sm"
              label={boardTexts.deleteNamed(label)}
              icon={<Trash2 />}
              onClick={() => onChange(withoutField(type, id))}
            />
          </span>
        )}
      </div>
      {kind === 'choice' && (
        <LeftField
          className={css['options']}
          label={boardTexts.optionsOf(label)}
          hint={boardTexts.onePerLine(limits.optionsPerField)}
          lines={3}
          value={options.join('\n')}
          disabled={disabled}
          onLeave={(text) => onChange(changedField(type, id, { options: optionsIn(text) }))}
        />
      )}
    </>
  );
}

function NewField({ type, onChange }: Pick<Props, 'type' | 'onChange'>) {
  const [kind, setKind] = useState<CustomKind>('text');
  const add = (name: string): boolean => {
    const added = withField(type, name, kind);
    if (added !== null) onChange(added);
    return added !== null;
  };
  return (
    <AddByName label={boardTexts.newField} maxLength={limits.cardLabelCharacters} className={css['field']} onAdd={add} wide>
      <Select label={boardTexts.newFieldType} labelUnseen value={kind} options={kinds} onChange={setKind} />
    </AddByName>
  );
}
