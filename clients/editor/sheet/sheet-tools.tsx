/** sheet-tools: the toolbar for the formats of the selected cells. */
import { AlignCenter, AlignLeft, AlignRight, Bold, Italic, Strikethrough, Underline, WrapText } from 'lucide-react';

import { type CellFormat, type CellFormatPatch, numberFormats } from '#schema/sheet.ts';

import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Select } from '../ui/select.tsx';
import { CellColour } from './cell-colour.tsx';
import css from './grid.module.css';
import { formatCells, type OpenSheet, toggleFormat } from './sheet-writes.ts';
import { sheetTexts } from '../strings/sheet.ts';

type Props = { readonly own: OpenSheet; readonly keys: () => string[]; readonly activeKey: string };

const signs = [
  { key: 'b', label: sheetTexts.bold, icon: <Bold /> },
  { key: 'i', label: sheetTexts.italic, icon: <Italic /> },
  { key: 'u', label: sheetTexts.underline, icon: <Underline /> },
  { key: 'st', label: sheetTexts.strikethrough, icon: <Strikethrough /> },
] as const;
const sides = [
  { side: 'left', label: sheetTexts.alignLeft, icon: <AlignLeft /> },
  { side: 'center', label: sheetTexts.alignCenter, icon: <AlignCenter /> },
  { side: 'right', label: sheetTexts.alignRight, icon: <AlignRight /> },
] as const;
const formatNames = {
  general: sheetTexts.general,
  integer: '1,234',
  decimal: '1,234.50',
  percent: '12.5%',
  currency: sheetTexts.currency,
  date: sheetTexts.date,
  datetime: sheetTexts.dateAndTime,
  text: sheetTexts.textFormat,
} as const;

export function SheetTools({ own, keys, activeKey }: Props) {
  const mayEdit = useValue(own.editor.mayEdit);
  if (!mayEdit) return null;
  const format: CellFormat = own.sheet.cells.get(activeKey)?.f ?? {};
  const set = (patch: CellFormatPatch): void => void formatCells(own, keys(), patch);
  const preset = numberFormats.find((name) => name === (format.nf ?? 'general'));
  return (
    <div className={css['tools']} role="toolbar" aria-label={sheetTexts.format}>
      {signs.map(({ key, label, icon }) => (
        <IconButton
          key={key}
          size="sm"
          label={label}
          icon={icon}
          pressed={format[key] === true}
          onClick={() => toggleFormat(own, keys(), { like: activeKey, format: key })}
        />
      ))}
      <CellColour kind="text" value={format.fc} onChoose={(fc) => set({ fc })} />
      <CellColour kind="fill" value={format.bg} onChoose={(bg) => set({ bg })} />
      <span className={css['rule']} />
      {sides.map(({ side, label, icon }) => (
        <IconButton
          key={side}
          size="sm"
          label={label}
          icon={icon}
          pressed={format.al === side}
          onClick={() => set({ al: format.al === side ? null : side })}
        />
      ))}
      <IconButton
        size="sm"
        label={sheetTexts.wrapText}
        icon={<WrapText />}
        pressed={format.wr === true}
        onClick={() => set({ wr: format.wr === true ? null : true })}
      />
      <span className={css['rule']} />
      <Select
        label={sheetTexts.numberFormat}
        labelUnseen
        plain
        value={preset ?? format.nf ?? 'general'}
        options={[
          ...numberFormats.map((value) => ({ value: value as string, label: formatNames[value] })),
          ...(preset === undefined && format.nf !== undefined ? [{ value: format.nf, label: format.nf }] : []),
        ]}
        onChange={(value) => set({ nf: value === 'general' ? null : value })}
      />
    </div>
  );
}
