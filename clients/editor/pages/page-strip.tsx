/** page-strip: the pages of the shown tab in their row: gone to, made, named, moved, duplicated, removed, and presented. */
import { MonitorPlay, Plus } from 'lucide-react';

import { pageKinds } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';

import { type Editor, useEditor } from '../document/editor.ts';
import { useStore } from '../live/store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { changePages } from './page-changes.ts';
import { PageFace } from './page-face.tsx';
import { PageMenu } from './page-menu.tsx';
import css from './page-strip.module.css';

const kindNames = { slide: 'Slide', infographic: 'Infographic', logo: 'Logo' } as const;

export function PageStrip() {
  const editor = useEditor();
  const { mode, pages } = useStore(editor.tab.settings);
  const mayEdit = useStore(editor.mayEdit);
  if (mode !== 'pages') return null;
  return (
    <nav className={css['strip']} aria-label="Pages">
      <ol className={css['pages']}>
        {pages.map((page) => (
          <li key={page.id} className={css['page']}>
            <button type="button" className={css['face']} onClick={() => show(editor, page)}>
              <PageFace page={page} />
              <span className={css['name']}>
                {page.place} {page.name}
              </span>
            </button>
            {mayEdit && <PageMenu page={page} count={pages.length} editor={editor} />}
          </li>
        ))}
      </ol>
      {mayEdit && (
        <Menu
          side="top"
          trigger={<IconButton label="Add a page" icon={<Plus />} />}
          items={pageKinds.toReversed().map((kind) => ({
            label: kindNames[kind],
            onSelect: () => void changePages(editor, [{ op: 'add', kind }]),
          }))}
        />
      )}
      {pages.length > 0 && <IconButton label="Present" icon={<MonitorPlay />} onClick={() => editor.run('present')} />}
    </nav>
  );
}

function show({ viewport, announce }: Editor, { rect, name, place }: Page): void {
  viewport.fit(rect);
  announce(`Page ${place}, ${name}`);
}
