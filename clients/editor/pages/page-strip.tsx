/**
 * page-strip: the pages of the shown tab in their row: gone to, made, named, arranged, removed, and presented.
 *
 * A press shows a page, and so does Enter; the arrow keys go from one to the next, Alt with Shift and an arrow key moves it. A
 * drag arranges, a finger's after it has rested on the page for a moment.
 */
import { MonitorPlay, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';

import { pageKinds } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';

import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useRowDrag } from '../ui/use-row-drag.ts';
import { changePages } from './page-changes.ts';
import { PageItem } from './page-item.tsx';
import css from './page-strip.module.css';
import { pagesTexts } from '../strings/pages.ts';

const kindNames = { slide: pagesTexts.presentation, infographic: pagesTexts.poster, logo: pagesTexts.square } as const;

export function PageStrip() {
  const { mode } = useValue(useEditor().tab.settings);
  return mode === 'pages' ? <Strip /> : null;
}

function Strip() {
  const editor = useEditor();
  const { tab, session, announce } = editor;
  const { pages, theme: themeId } = useValue(tab.settings);
  const mayEdit = useValue(editor.mayEdit);
  const [themes] = useState(() => new TabTheme(session.doc));
  const theme = themes.themeNamed(themeId);
  const row = useRef<HTMLOListElement>(null);
  const [items] = useState(() => new Map<string, HTMLLIElement>());

  /** `place` counts from 1, as pages do. */
  const move = (id: string, place: number): void => {
    const page = pages.find((one) => one.id === id);
    if (page === undefined || place < 1 || place > pages.length || place === page.place) return;
    void changePages(editor, [{ op: 'move', page: id, at: place }]).then(
      (done) => done && announce(pagesTexts.movedToPageOf(page.name, place, pages.length)),
    );
  };
  const drag = useRowDrag({
    row,
    ids: pages.map(({ id }) => id),
    items,
    enabled: mayEdit,
    onDrop: (id, position) => move(id, position + 1),
  });
  const focusPage = (page: Page | undefined): void =>
    items
      .get(page?.id ?? '')
      ?.querySelector('button')
      ?.focus();
  const onKeyDown = (event: KeyboardEvent, page: Page): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const arranges = event.altKey && event.shiftKey && mayEdit;
    if (step !== 0 && arranges) move(page.id, page.place + step);
    else if (step !== 0) focusPage(pages[page.place - 1 + step]);
    else if (event.key === 'Home') focusPage(pages[0]);
    else if (event.key === 'End') focusPage(pages.at(-1));
    else return;
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
      {mayEdit && (
        <Menu
          side="top"
          trigger={<IconButton label={pagesTexts.addPage} icon={<Plus />} />}
          items={[
            ...pageKinds.toReversed().map((kind) => ({
              label: kindNames[kind],
              onSelect: () => void changePages(editor, [{ op: 'add', kind }]),
            })),
            'separator' as const,
            { label: pagesTexts.importMarkdown, onSelect: () => editor.run('article') },
          ]}
        />
      )}
      {pages.length > 0 && <IconButton label={pagesTexts.present} icon={<MonitorPlay />} onClick={() => editor.run('present')} />}
    </nav>
  );
}

function show({ viewport, announce }: Editor, { rect, name, place }: Page): void {
  viewport.fit(rect, besidePage);
  announce(pagesTexts.pageAtPlace(place, name));
}

/** Room for the name of a page above it and for the bars at the sides, in window pixels. */
const besidePage = 72;
