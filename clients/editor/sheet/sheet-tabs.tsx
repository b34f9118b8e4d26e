/** sheet-tabs: the sheets of the tab at the foot of the pane: opened, added, renamed, filled from a file, deleted. */
import { FilePlus2, Plus, Sheet as SheetIcon } from 'lucide-react';
import { useRef } from 'react';

import { sheetTexts } from '../strings/sheet.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { deletionWarning } from './deletion-warning.ts';
import { addEmptySheet } from './document-sheets.ts';
import { SheetTab } from './sheet-tab.tsx';
import css from './sheet-tabs.module.css';
import { type SheetTabsModel, useSheetTabs } from './use-sheet-tabs.ts';

export function SheetTabs({ open }: { readonly open: string }) {
  const tabs = useSheetTabs(open);
  const { editor, mayEdit, sheets, busy, ask, addFromFile } = tabs;
  const input = useRef<HTMLInputElement>(null);
  const purpose = useRef<'new' | 'replace'>('new');
  const pick = (what: 'new' | 'replace'): void => {
    purpose.current = what;
    input.current?.click();
  };
  return (
    <nav className={css['bar']} aria-label={sheetTexts.sheets}>
      <ul className={css['row']}>
        {sheets.map((sheet) => (
          <li key={sheet.id} className={css['item']} data-open={sheet.id === open}>
            <SheetTab sheet={sheet} isOpen={sheet.id === open} tabs={tabs} onReplace={() => pick('replace')} />
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Menu
          side="top"
          trigger={<IconButton size="sm" side="top" label={sheetTexts.addSheet} icon={<Plus />} disabled={busy} />}
          items={[
            { label: sheetTexts.emptySheet, icon: <SheetIcon />, onSelect: () => addEmptySheet(editor) },
            { label: sheetTexts.importCsv, icon: <FilePlus2 />, onSelect: () => pick('new') },
          ]}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={sheetTexts.csvFile}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file === undefined) return;
          if (purpose.current === 'new') addFromFile(file);
          else ask({ kind: 'replace', file });
        }}
      />
      <Confirmation tabs={tabs} />
    </nav>
  );
}

function Confirmation({ tabs: { question, current, ask, confirm } }: { readonly tabs: SheetTabsModel }) {
  if (question === null) return null;
  const isDelete = question.kind === 'delete';
  const title = current?.title ?? '';
  return (
    <AlertDialog
      open
      onOpenChange={() => ask(null)}
      title={isDelete ? sheetTexts.deleteQuestion(title) : sheetTexts.replaceQuestion(title)}
      description={isDelete ? deletionWarning(question.uses) : sheetTexts.replaceAbout(question.file.name)}
      confirm={isDelete ? sheetTexts.delete : sheetTexts.replace}
      onConfirm={() => confirm(question)}
    />
  );
}
