/** sheet-tabs: the sheets of the tab at the foot of the pane: gone to, added, renamed, filled from a file, deleted. */
import { ChevronUp, FilePlus2, FileUp, Pencil, Plus, Sheet as SheetIcon, Trash2 } from 'lucide-react';
import { useEffect, useReducer, useRef, useState } from 'react';

import { sheetTitle } from '#core/sheet/sheet-title.ts';
import { isProblem } from '#schema/problem.ts';
import { sheetList } from '#schema/ydoc/sheets.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';

import { useEditor } from '../state/editor.ts';
import { InPlaceName } from '../ui/in-place-name.tsx';
import { useTask } from '../ui/use-task.ts';
import { useValue } from '../state/signal.ts';
import { call } from '../api/call.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { addEmptySheet, deleteSheet, newSheetTitle, renameSheet, type SheetUses, sheetsOn, usesOf } from './document-sheets.ts';
import css from './sheet-tabs.module.css';
import { sheetTexts } from '../strings/sheet.ts';

/** What is asked before it is done. */
type Confirmation = { readonly kind: 'delete'; readonly uses: SheetUses } | { readonly kind: 'replace'; readonly file: File };

export function SheetTabs({ open }: { readonly open: string }) {
  const editor = useEditor();
  const { session, tab } = editor;
  const mayEdit = useValue(editor.mayEdit);
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => watchRoot(session.doc, 'sheets', tick), [session]);
  const [naming, setNaming] = useState(false);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const task = useTask();
  const input = useRef<HTMLInputElement>(null);
  const takes = useRef<'new' | 'replace'>('new');
  const here = sheetsOn(session, tab.id);
  // One of another tab, opened by a shape of this one, stands beside those of the tab.
  const sheets = here.some(({ id }) => id === open) ? here : [...here, ...sheetList(session.doc).filter(({ id }) => id === open)];
  const current = sheets.find(({ id }) => id === open);

  const remove = (): void => {
    setAsked(null);
    const place = sheets.findIndex(({ id }) => id === open);
    const next = sheets[place + 1] ?? sheets[place - 1];
    if (!deleteSheet(editor, open)) return;
    editor.announce(sheetTexts.deleted(current?.title));
    editor.sheet.set(next?.id ?? null);
    if (next === undefined) editor.canvas.focus();
  };
  const pick = (what: 'new' | 'replace'): void => {
    takes.current = what;
    input.current?.click();
  };
  const fill = async (id: string, file: File): Promise<void> => {
    const body = new Blob([file], { type: 'text/csv' });
    await call('PUT /documents/:doc/sheets/:sheet.csv', { params: { doc: session.documentId, sheet: id }, body });
  };
  const fromFile = (file: File): void =>
    void task.run(async () => {
      const wanted = sheetTitle(file.name.replace(/\.[a-z]+$/i, ''), here, tab.id);
      const title = isProblem(wanted) ? newSheetTitle(here, tab.id) : wanted;
      const body = { tabId: tab.id, title };
      const { sheet } = await call('POST /documents/:doc/sheets', { params: { doc: session.documentId }, body });
      await fill(sheet.id, file);
      editor.sheet.set(sheet.id);
    });
  const replace = (file: File): void =>
    void task.run(() => fill(open, file)).then((isDone) => isDone && editor.announce(sheetTexts.sheetReplaced));

  return (
    <nav className={css['bar']} aria-label={sheetTexts.sheets}>
      <ul className={css['row']}>
        {sheets.map((sheet) => {
          const isOpen = sheet.id === open;
          return (
            <li key={sheet.id} className={css['item']} data-open={isOpen}>
              {isOpen && naming ? (
                <InPlaceName
                  label={sheetTexts.sheetName}
                  name={sheet.title}
                  className={css['field']}
                  onDone={(title) => {
                    setNaming(false);
                    if (title !== null) renameSheet(editor, sheet, title);
                  }}
                />
              ) : (
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
              )}
              {isOpen && mayEdit && !naming && (
                <Menu
                  side="top"
                  trigger={
                    <button type="button" className={css['menu']} aria-label={sheetTexts.optionsFor(sheet.title)}>
                      <ChevronUp aria-hidden />
                    </button>
                  }
                  items={[
                    { label: sheetTexts.rename, icon: <Pencil />, keys: 'F2', onSelect: () => setNaming(true) },
                    { label: sheetTexts.replaceWithCsv, icon: <FileUp />, onSelect: () => pick('replace') },
                    'separator',
                    {
                      label: sheetTexts.deleteEntry,
                      icon: <Trash2 />,
                      danger: true,
                      onSelect: () => setAsked({ kind: 'delete', uses: usesOf(editor, sheet.id) }),
                    },
                  ]}
                />
              )}
            </li>
          );
        })}
      </ul>
      {mayEdit && (
        <Menu
          side="top"
          trigger={<IconButton size="sm" side="top" label={sheetTexts.addSheet} icon={<Plus />} disabled={task.busy} />}
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
          if (takes.current === 'new') fromFile(file);
          else setAsked({ kind: 'replace', file });
        }}
      />
      {asked !== null && (
        <AlertDialog
          open
          onOpenChange={() => setAsked(null)}
          title={
            asked.kind === 'delete'
              ? sheetTexts.deleteQuestion(current?.title ?? '')
              : sheetTexts.replaceQuestion(current?.title ?? '')
          }
          description={asked.kind === 'delete' ? consequences(asked.uses) : sheetTexts.replaceAbout(asked.file.name)} // prettier-ignore
          confirm={asked.kind === 'delete' ? sheetTexts.delete : sheetTexts.replace}
          onConfirm={() => {
            if (asked.kind === 'delete') return remove();
            setAsked(null);
            replace(asked.file);
          }}
        />
      )}
    </nav>
  );
}

function consequences({ shapes, formulas }: SheetUses): string {
  const shown = [...shapes.values()].reduce((sum, ids) => sum + ids.length, 0);
  const named = [...formulas.values()].reduce((sum, count) => sum + count, 0);
  const tabs = shapes.size > 1 ? sheetTexts.onTabs(shapes.size) : '';
  return [
    sheetTexts.cellsDeleted,
    ...(shown === 0 ? [] : [sheetTexts.shapesDeleted(shown, tabs)]),
    ...(named === 0 ? [] : [sheetTexts.formulasBroken(named, listed([...formulas.keys()]))]),
    sheetTexts.youCanUndoThis,
  ].join(' '); // prettier-ignore
}

const listed = (titles: readonly string[]): string =>
  titles.length > 3 ? sheetTexts.sheetsCount(titles.length) : titles.map((title) => `“${title}”`).join(', ');
