/**
 * libraries-panel: the person's shape libraries beside the canvas: searched, placed by a press or by dragging, and filled from the
 * selection or from files.
 */
import { FileInput, Plus, Search, Shapes } from 'lucide-react';
import { useRef, useState } from 'react';

import type { Library } from '#schema/library.ts';
import { limits } from '#schema/limits.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { librariesTexts as texts } from '../strings/libraries.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Menu } from '../ui/menu.tsx';
import { Loaded } from '../ui/screen.tsx';
import { TextField } from '../ui/text-field.tsx';
import { usePending } from '../ui/use-pending.ts';
import { itemOf } from './item-of.ts';
import css from './libraries-panel.module.css';
import { type OwnLibraries, useLibraries } from './library-calls.ts';
import { LibraryShelf } from './library-shelf.tsx';

export function LibrariesPanel() {
  const own = useLibraries();
  const [words, setWords] = useState('');
  return (
    <div className={css['panel']}>
      <Loaded request={own.request}>
        {({ libraries }) => (
          <>
            {libraries.length > 0 && (
              <TextField
                label={texts.search}
                labelUnseen
                placeholder={texts.search}
                icon={<Search />}
                value={words}
                onChange={setWords}
              />
            )}
            <div className={css['actions']}>
              <AddSelection own={own} libraries={libraries} />
              <ImportButton own={own} />
            </div>
            <Shelves own={own} libraries={libraries} words={words} />
          </>
        )}
      </Loaded>
    </div>
  );
}

type ShelvesProps = { readonly own: OwnLibraries; readonly libraries: readonly Library[]; readonly words: string };

function Shelves({ own, libraries, words }: ShelvesProps) {
  if (libraries.length === 0)
    return (
      <EmptyState icon={<Shapes />} title={texts.none}>
        {texts.noneAbout}
      </EmptyState>
    );
  const shown = libraries.map((library) => ({ library, items: itemsLike(library, words) }));
  const matching = words.trim() === '' ? shown : shown.filter(({ items }) => items.length > 0);
  if (matching.length === 0) return <p className={css['none']}>{texts.noMatch}</p>;
  return matching.map(({ library, items }) => <LibraryShelf key={library.id} own={own} library={library} items={items} />);
}

/** The items whose title has all the words; all of a library whose name has them. */
function itemsLike({ name, items }: Library, words: string): Library['items'] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word));
  return has(name) ? items : items.filter(({ title }) => has(`${name} ${title}`));
}

function AddSelection({ own, libraries }: Pick<ShelvesProps, 'own' | 'libraries'>) {
  const { selection, tab, tell } = useEditor();
  const isSelected = useValue(selection).size > 0;
  const { busy, run } = usePending();
  const add = (library: Library | null): void =>
    void run(async () => {
      const item = itemOf(selection.get(), tab.view, texts.item((library?.items.length ?? 0) + 1));
      if (item === null) return;
      const name = library?.name ?? (await own.create(texts.newLibraryName, [item])).name;
      if (library !== null) await own.addItem(library, item);
      tell({ text: texts.added(item.title, name) });
    });
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<Plus />} busy={busy} disabled={!isSelected} title={isSelected ? undefined : texts.selectFirst}>
          {texts.addSelection}
        </Button>
      }
      items={[
        ...libraries.map((library) => ({ label: library.name, onSelect: () => add(library) })),
        ...(libraries.length > 0 ? (['separator'] as const) : []),
        { label: texts.newLibrary, icon: <Plus />, onSelect: () => add(null) },
      ]}
    />
  );
}

function ImportButton({ own }: { readonly own: OwnLibraries }) {
  const { tell } = useEditor();
  const { busy, run } = usePending();
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File): void =>
    void run(async () => {
      if (file.size > limits.libraryBodyBytes) return tell({ text: texts.fileTooLarge, kind: 'failure' });
      const { readLibrary } = await import('./read-library.ts');
      const name = file.name.replace(/\.\w+$/, '').slice(0, limits.nameCharacters) || texts.newLibraryName;
      const read = await readLibrary(await file.text(), name, texts.item);
      if (read === null || read.items.length === 0) return tell({ text: texts.noLibraryFile, kind: 'failure' });
      const library = await own.create(read.name, read.items);
      const text = texts.imported(library.name, read.items.length);
      tell(read.leftOut === 0 ? { text } : { text, detail: texts.leftOut(read.leftOut) });
    });
  return (
    <>
      <Button size="sm" kind="quiet" icon={<FileInput />} busy={busy} onClick={() => input.current?.click()}>
        {texts.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.importFile}
        accept=".json,.excalidrawlib,.xml"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) take(file);
        }}
      />
    </>
  );
}
