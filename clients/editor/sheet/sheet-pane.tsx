/** sheet-pane: a sheet of the document, open over the canvas: its title, its tools and the grid. */
import { Download, X } from 'lucide-react';
import { useState } from 'react';

import { useEditor } from '../state/editor.ts';
import { InPlaceName } from '../ui/in-place-name.tsx';
import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Grid } from './grid.tsx';
import css from './sheet-pane.module.css';
import { SheetTabs } from './sheet-tabs.tsx';
import { renameSheet } from './document-sheets.ts';
import { useSheet } from './use-sheet.ts';
import { sheetTexts } from '../strings/sheet.ts';

export function SheetPane() {
  const { sheet } = useEditor();
  const id = useValue(sheet);
  return id === null ? null : <OpenPane key={id} id={id} />;
}

function OpenPane({ id }: { readonly id: string }) {
  const editor = useEditor();
  const mayEdit = useValue(editor.mayEdit);
  const open = useSheet(editor, id);
  const [naming, setNaming] = useState(false);
  const close = (): void => {
    editor.sheet.set(null);
    editor.canvas.focus();
  };
  const title = open?.sheet.title ?? sheetTexts.sheet;
  return (
    <section className={css['pane']} aria-label={sheetTexts.sheetNamed(title)}>
      <header className={css['head']}>
        {naming && open !== undefined && open !== null ? (
          <InPlaceName
            label={sheetTexts.sheetTitle}
            name={title}
            className={css['naming']}
            onDone={(name) => {
              setNaming(false);
              if (name !== null) renameSheet(editor, open.sheet, name);
            }}
          />
        ) : (
          <h2>
            <button type="button" className={css['title']} disabled={!mayEdit} onClick={() => setNaming(true)}>
              {title}
            </button>
          </h2>
        )}
        <span className={css['spring']} />
        <a
          className={css['download']}
          href={`/api/v1/documents/${editor.session.documentId}/sheets/${id}.csv`}
          download={`${title}.csv`}
        >
          <Download aria-hidden /> {sheetTexts.csv}
        </a>
        <IconButton label={sheetTexts.closeSheet} icon={<X />} onClick={close} />
      </header>
      {open === null && <Spinner label={sheetTexts.opening} />}
      {open === undefined && <p className={css['gone']}>{sheetTexts.thisSheetWasDeleted}</p>}
      {open !== null && open !== undefined && <Grid editor={editor} open={open} onClose={close} />}
      <SheetTabs open={id} />
    </section>
  );
}
