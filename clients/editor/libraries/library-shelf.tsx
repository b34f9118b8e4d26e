/** library-shelf: a library in the panel: its items, and what can be done with them. */
import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Library, LibraryItem } from '#schema/library.ts';

import { clippingType } from '../clipboard/clipping.ts';
import { pasteClipping } from '../clipboard/paste.ts';
import { putNew } from '../state/put-new.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { homeTexts } from '../strings/home.ts';
import { librariesTexts as texts } from '../strings/libraries.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { RenameDialog } from '../ui/rename-dialog.tsx';
import { usePending } from '../ui/use-pending.ts';
import { middleOfView } from '../clipboard/take-drops.ts';
import { elementsOfItem } from './item-of.ts';
import { ItemPicture } from './item-picture.tsx';
import css from './libraries-panel.module.css';
import type { OwnLibraries } from './library-calls.ts';

const shownAtFirst = 24;
const shownMore = 48;

type ShelfProps = {
  readonly own: OwnLibraries;
  readonly library: Library;
  /** Those of its items that are shown. */
  readonly items: readonly LibraryItem[];
};

export function LibraryShelf({ own, library, items }: ShelfProps) {
  const [shown, setShown] = useState(shownAtFirst);
  const hidden = items.length - shown;
  return (
    <section className={css['library']} aria-label={library.name}>
      <ShelfHead own={own} library={library} />
      <ul className={css['items']}>
        {items.slice(0, shown).map((item) => (
          <Item key={item.id} own={own} library={library} item={item} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="sm" kind="quiet" onClick={() => setShown(shown + shownMore)}>
          {texts.showMore(Math.min(shownMore, hidden))}
        </Button>
      )}
    </section>
  );
}

function ShelfHead({ own, library }: Pick<ShelfProps, 'own' | 'library'>) {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const { busy, run } = usePending();
  const close = (): void => setAsking(null);
  return (
    <div className={css['head']}>
      <h3>{library.name}</h3>
      <Menu
        align="end"
        trigger={<IconButton size="sm" label={texts.actionsFor(library.name)} icon={<MoreHorizontal />} />}
        items={[
          { label: texts.rename, icon: <Pencil />, onSelect: () => setAsking('rename') },
          'separator',
          { label: texts.deleteLibrary, icon: <Trash2 />, danger: true, onSelect: () => setAsking('delete') },
        ]}
      />
      {asking === 'rename' && (
        <RenameDialog
          what={texts.libraryWord}
          name={library.name}
          onClose={close}
          rename={(name) => own.change(library, { name })}
        />
      )}
      {asking === 'delete' && (
        <AlertDialog
          open
          onOpenChange={close}
          title={homeTexts.deleteQuestion(library.name)}
          description={homeTexts.deleteLibraryAbout}
          confirm={homeTexts.delete}
          busy={busy}
          onConfirm={() => void run(() => own.remove(library))}
        />
      )}
    </div>
  );
}

type ItemProps = { readonly own: OwnLibraries; readonly library: Library; readonly item: LibraryItem };

function Item({ own, library, item }: ItemProps) {
  const editor = useEditor();
  const mayEdit = useValue(editor.mayEdit);
  const [renaming, setRenaming] = useState(false);
  const { run } = usePending();
  const replace = (next: readonly LibraryItem[]): Promise<void> => own.change(library, { items: [...next] });
  const remove = (): void => void run(() => replace(library.items.filter(({ id }) => id !== item.id)));
  const rename = (title: string): Promise<void> =>
    replace(library.items.map((one) => (one.id === item.id ? { ...one, title } : one)));
  return (
    <li className={css['item']}>
      <button
        type="button"
        className={css['place']}
        title={item.title}
        disabled={!mayEdit}
        draggable={mayEdit}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(clippingType, JSON.stringify({ version: 1, elements: elementsOfItem(item) }));
          dataTransfer.effectAllowed = 'copy';
        }}
        onClick={() => place(editor, item)}
      >
        <ItemPicture className={css['picture']} item={item} />
        <span className="unseen">{texts.place(item.title)}</span>
        <span className={css['title']} aria-hidden>
          {item.title}
        </span>
      </button>
      <span className={css['more']}>
        <Menu
          align="end"
          trigger={<IconButton size="sm" label={texts.actionsFor(item.title)} icon={<MoreHorizontal />} />}
          items={[
            { label: texts.rename, icon: <Pencil />, onSelect: () => setRenaming(true) },
            { label: texts.deleteItem, icon: <Trash2 />, danger: true, onSelect: remove },
          ]}
        />
      </span>
      {renaming && <RenameDialog what={texts.itemWord} name={item.title} onClose={() => setRenaming(false)} rename={rename} />}
    </li>
  );
}

/** In a free place in the middle of the view. */
function place(editor: Editor, item: LibraryItem): void {
  putNew(editor, (made) => pasteClipping({ elements: elementsOfItem(item) }, middleOfView(editor), made));
  editor.canvas.focus();
}
