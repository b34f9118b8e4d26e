/** page-menu: the menu of a page. */
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';

import type { Theme } from '#core/render/theme.ts';
import { orientations, pageLayouts, pageSizes } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';

import type { Editor } from '../state/editor.ts';
import { RenameDialog } from '../ui/rename-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-items.tsx';
import { pageBackgrounds, paintOf, valueOf } from './page-backgrounds.ts';
import { changePages } from './page-changes.ts';
import css from './page-strip.module.css';
import { pagesTexts } from '../strings/pages.ts';

type Props = {
  readonly page: Page;
  readonly count: number;
  readonly editor: Editor;
  readonly theme: Theme;
  /** To a place in the row, from 1. */
  readonly onMove: (place: number) => void;
};

export function PageMenu({ page, count, editor, theme, onMove }: Props) {
  const [naming, setNaming] = useState(false);
  const { id, place, name, kind } = page;
  const sizes = [...pageSizes].filter(([, size]) => size.kind === kind).map(([size]) => size);
  const choice = (
    heading: string,
    value: string,
    values: readonly string[],
    field: 'size' | 'orientation' | 'layout',
  ): MenuEntry => ({
    heading,
    value,
    options: values.map((one) => ({ value: one, label: pagesTexts.choices[one] ?? one })),
    onChoose: (chosen) => void changePages(editor, [{ op: 'set', page: id, [field]: chosen }]),
  });
  const items: MenuEntry[] = [
    { label: pagesTexts.rename, onSelect: () => setNaming(true) },
    { label: pagesTexts.duplicate, onSelect: () => void changePages(editor, [{ op: 'duplicate', page: id }]) },
    {
      label: pagesTexts.moveEarlier,
      keys: 'Alt+Shift+ArrowLeft',
      disabled: place === 1,
      onSelect: () => onMove(place - 1),
    },
    {
      label: pagesTexts.moveLater,
      keys: 'Alt+Shift+ArrowRight',
      disabled: place === count,
      onSelect: () => onMove(place + 1),
    },
    { label: pagesTexts.size, items: [choice(pagesTexts.size, page.size, sizes, 'size')] },
    { label: pagesTexts.orientation, items: [choice(pagesTexts.orientation, page.orientation, orientations, 'orientation')] },
    { label: pagesTexts.layout, items: [choice(pagesTexts.layout, page.layout, pageLayouts, 'layout')] },
    { label: pagesTexts.background, items: backgroundChoices(editor, page, theme) },
    ...(page.article === undefined ? [] : [{ label: pagesTexts.replaceArticle, onSelect: () => replaceArticle(editor, page) }]),
    {
      label: pagesTexts.arrangeContents,
      // A blank page leaves its contents where they are.
      disabled: layoutOf(page) === 'blank',
      onSelect: () => void changePages(editor, [{ op: 'layout', page: id, layout: layoutOf(page) }]),
    },
    'separator',
    {
      label: pagesTexts.deletePageAndContents,
      danger: true,
      onSelect: () => void changePages(editor, [{ op: 'delete', page: id }]),
    },
  ];
  return (
    <>
      <Menu side="top" trigger={<IconButton size="sm" label={pagesTexts.pageNamed(name)} icon={<Ellipsis />} />} items={items} />
      {naming && (
        <RenameDialog
          what={pagesTexts.page}
          name={name}
          onClose={() => setNaming(false)}
          rename={async (wanted) => {
            await changePages(editor, [{ op: 'set', page: id, name: wanted }]);
          }}
        />
      )}
    </>
  );
}

function backgroundChoices(editor: Editor, { id, background: now }: Page, theme: Theme): readonly MenuEntry[] {
  const { plain, fading } = pageBackgrounds(theme);
  return [plain, fading].map((choices) => ({
    value: valueOf(now),
    options: choices.map(({ value, label, background }) => ({
      value,
      label,
      icon: <span className={css['swatch']} style={{ background: paintOf(background, theme) }} />,
    })),
    onChoose: (chosen) => {
      const background = choices.find(({ value }) => value === chosen)?.background ?? null;
      void changePages(editor, [{ op: 'set', page: id, background: background as string | string[] | null }]);
    },
  }));
}

function replaceArticle(editor: Editor, { article = '' }: Page): void {
  editor.canvas.article.set({ name: article, markdown: '' });
  editor.run('article');
}

const layoutOf = ({ layout }: Page): (typeof pageLayouts)[number] => pageLayouts.find((known) => known === layout) ?? 'blank';
