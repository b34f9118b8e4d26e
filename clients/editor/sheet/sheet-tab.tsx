/** sheet-tab: a sheet in the row at the foot of the pane: opened by a press, renamed in place, with a menu when it is open. */
import { ChevronUp, FileUp, Pencil, Sheet as SheetIcon, Trash2 } from 'lucide-react';

import type { SheetName } from '#schema/ydoc/sheets.ts';

import { sheetTexts } from '../strings/sheet.ts';
import { InPlaceName } from '../ui/in-place-name.tsx';
import { Menu } from '../ui/menu.tsx';
import { renameSheet, usesOf } from './document-sheets.ts';
import css from './sheet-tabs.module.css';
import type { SheetTabsModel } from './use-sheet-tabs.ts';

type Props = {
  readonly sheet: SheetName;
  readonly isOpen: boolean;
  readonly tabs: SheetTabsModel;
  /** Asks for the file that replaces the sheet. */
  readonly onReplace: () => void;
};

export function SheetTab({ sheet, isOpen, tabs, onReplace }: Props) {
  const { editor, mayEdit, naming, setNaming } = tabs;
  if (isOpen && naming) {
    return (
      <InPlaceName
        label={sheetTexts.sheetName}
        name={sheet.title}
        className={css['field']}
        onDone={(title) => {
          setNaming(false);
          if (title !== null) renameSheet(editor, sheet, title);
        }}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        className={css['name']}
        aria-current={isOpen ? 'page' : undefined}
        onClick={() => editor.sheet.set(sheet.id)}
        onDoubleClick={() => mayEdit && setNaming(true)}
        onKeyDown={({ key }) => {
          if (key === 'F2' && mayEdit && isOpen) setNaming(true);
        }}
      >
        <SheetIcon aria-hidden />
        {sheet.title}
      </button>
      {isOpen && mayEdit && <SheetMenu sheet={sheet} tabs={tabs} onReplace={onReplace} />}
    </>
  );
}

function SheetMenu({ sheet, tabs: { editor, setNaming, ask }, onReplace }: Omit<Props, 'isOpen'>) {
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={css['menu']} aria-label={sheetTexts.optionsFor(sheet.title)}>
          <ChevronUp aria-hidden />
        </button>
      }
      items={[
        { label: sheetTexts.rename, icon: <Pencil />, keys: 'F2', onSelect: () => setNaming(true) },
        { label: sheetTexts.replaceWithCsv, icon: <FileUp />, onSelect: onReplace },
        'separator',
        {
          label: sheetTexts.deleteEntry,
          icon: <Trash2 />,
          danger: true,
          onSelect: () => ask({ kind: 'delete', uses: usesOf(editor, sheet.id) }),
        },
      ]}
    />
  );
}
