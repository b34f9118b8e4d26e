/**
 * page-strip: the pages of the shown tab in a row: shown, added, renamed, moved, deleted and presented.
 *
 * A press or Enter shows a page. The arrow keys move the focus, with Alt and Shift they move the page. Pages are dragged to another
 * place; a finger has to hold the page for a moment first.
 */
import { MonitorPlay, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';

import { pageKinds } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';

import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { useDarkPage } from '../ui/dark-page.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useRowDrag } from '../ui/use-row-drag.ts';
import { changePages } from './page-changes.ts';
import { PageItem } from './page-item.tsx';
import { pageKeyAction } from './page-keys.ts';
import css from './page-strip.module.css';
import { pagesTexts } from '../strings/pages.ts';

const kindNames = { slide: pagesTexts.presentation, infographic: pagesTexts.poster, logo: pagesTexts.square } as const;

export function PageStrip() {
  const { mode } = useValue(useEditor().tab.settings);
  return mode === 'pages' ? <Strip /> : null;
}

function Strip() {
  const editor = useEditor();
  const { tab, session } = editor;
  const { pages, theme: themeId } = useValue(tab.settings);
  useDarkPage();
  const mayEdit = useValue(editor.mayEdit);
  const [themes] = useState(() => new TabTheme(session.doc));
  const theme = themes.themeNamed(themeId);
  const row = useRef<HTMLOListElement>(null);
  const [items] = useState(() => new Map<string, HTMLLIElement>());
  const move = (id: string, place: number): void => movePage(editor, pages, id, place);
  const drag = useRowDrag({
    row,
    ids: pages.map(({ id }) => id),
    items,
    enabled: mayEdit,
    onDrop: (id, position) => move(id, position + 1),
  });
  const onKeyDown = (event: KeyboardEvent, page: Page): void => {
    const action = pageKeyAction(event, { pages, page, mayEdit });
    if (action === null) return;
    if (action.kind === 'move') move(page.id, action.place);
    else items.get(action.id ?? '')?.querySelector('button')?.focus(); // prettier-ignore
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <nav className={css['strip']} aria-label={pagesTexts.pages}>
      <ol ref={row} className={css['pages']}>
        {pages.map((page) => (
          <PageItem
            key={page.id}
            ref={(item) => {
              if (item === null) items.delete(page.id);
              else items.set(page.id, item);
            }}
            page={page}
            count={pages.length}
            editor={editor}
            theme={theme}
            mayEdit={mayEdit}
            drag={drag.of(page.id)}
            onShow={() => show(editor, page)}
            onMove={(place) => move(page.id, place)}
            onKeyDown={(event) => onKeyDown(event, page)}
            onPointerDown={(event) => drag.begin(page.id, event)}
          />
        ))}
      </ol>
      {mayEdit && <AddPage editor={editor} />}
      {pages.length > 0 && <IconButton label={pagesTexts.present} icon={<MonitorPlay />} onClick={() => editor.run('present')} />}
    </nav>
  );
}

function AddPage({ editor }: { readonly editor: Editor }) {
  const kinds = pageKinds.toReversed().map((kind) => ({
    label: kindNames[kind],
    onSelect: () => void changePages(editor, [{ op: 'add', kind }]),
  }));
  return (
    <Menu
      side="top"
      trigger={<IconButton label={pagesTexts.addPage} icon={<Plus />} />}
      items={[...kinds, 'separator', { label: pagesTexts.importMarkdown, onSelect: () => editor.run('article') }]}
    />
  );
}

/** `place` counts from 1, as pages do. */
function movePage(editor: Editor, pages: readonly Page[], id: string, place: number): void {
  const page = pages.find((one) => one.id === id);
  if (page === undefined || place < 1 || place > pages.length || place === page.place) return;
  void changePages(editor, [{ op: 'move', page: id, at: place }]).then(
    (done) => done && editor.announce(pagesTexts.movedToPageOf(page.name, place, pages.length)),
  );
}

function show({ viewport, announce }: Editor, { rect, name, place }: Page): void {
  viewport.fit(rect, besidePage);
  announce(pagesTexts.pageAtPlace(place, name));
}

/** Room for the name of a page above it and for the bars at the sides, in window pixels. */
const besidePage = 72;
