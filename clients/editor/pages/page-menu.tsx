/** page-menu: what is done to one page. */
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';

import { orientations, pageLayouts, pageSizes } from '#schema/page.ts';
import type { Page } from '#schema/tab.ts';

import type { Editor } from '../document/editor.ts';
import { RenameDialog } from '../home/rename-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuEntry } from '../ui/menu-items.tsx';
import { changePages } from './page-changes.ts';

type Props = { readonly page: Page; readonly count: number; readonly editor: Editor };

export function PageMenu({ page, count, editor }: Props) {
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
    options: values.map((one) => ({ value: one, label: one.replaceAll('-', ' ') })),
    onChoose: (chosen) => void changePages(editor, [{ op: 'set', page: id, [field]: chosen }]),
  });
  const items: MenuEntry[] = [
    { label: 'Rename', onSelect: () => setNaming(true) },
    { label: 'Duplicate', onSelect: () => void changePages(editor, [{ op: 'duplicate', page: id }]) },
    {
      label: 'Move back',
      disabled: place === 1,
      onSelect: () => void changePages(editor, [{ op: 'move', page: id, at: place - 1 }]),
    },
    {
      label: 'Move on',
      disabled: place === count,
      onSelect: () => void changePages(editor, [{ op: 'move', page: id, at: place + 1 }]),
    },
    { label: 'Size', items: [choice('Size', page.size, sizes, 'size')] },
    { label: 'Orientation', items: [choice('Orientation', page.orientation, orientations, 'orientation')] },
    { label: 'Layout', items: [choice('Layout', page.layout, pageLayouts, 'layout')] },
    {
      label: 'Arrange what lies on it',
      onSelect: () => void changePages(editor, [{ op: 'layout', page: id, layout: layoutOf(page) }]),
    },
    'separator',
    {
      label: 'Delete with what lies on it',
      danger: true,
      onSelect: () => void changePages(editor, [{ op: 'delete', page: id }]),
    },
  ];
  return (
    <>
      <Menu side="top" trigger={<IconButton size="sm" label={`Page ${name}`} icon={<Ellipsis />} />} items={items} />
      {naming && (
        <RenameDialog
          what="page"
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

const layoutOf = ({ layout }: Page): (typeof pageLayouts)[number] => pageLayouts.find((known) => known === layout) ?? 'blank';
