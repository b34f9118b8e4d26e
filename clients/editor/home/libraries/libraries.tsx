/** libraries: the person's shape libraries with drawings of their items; they are renamed and deleted here. */
import { MoreHorizontal, Pencil, Shapes, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Library } from '#schema/library.ts';

import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ItemPicture } from '../../libraries/item-picture.tsx';
import { useLibraries } from '../../libraries/library-calls.ts';
import css from './libraries.module.css';
import { RenameDialog } from '../../ui/rename-dialog.tsx';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { usePending } from '../../ui/use-pending.ts';
import { homeTexts } from '../../strings/home.ts';

type Asking = { readonly what: 'rename' | 'delete'; readonly library: Library };

export function Libraries() {
  const { request, change, remove } = useLibraries();
  const [asking, setAsking] = useState<Asking | null>(null);
  const task = usePending();
  const removeAsked = (library: Library): void =>
    void task.run(async () => {
      await remove(library);
      setAsking(null);
    });
  return (
    <Screen title={homeTexts.libraries} lead={homeTexts.librariesAbout}>
      <Loaded request={request}>
        {({ libraries }) =>
          libraries.length === 0 ? (
            <EmptyState icon={<Shapes />} title={homeTexts.noLibrariesYet}>
              {homeTexts.importALibraryWith} <code>atelier library add</code>.
            </EmptyState>
          ) : (
            <div className={css['libraries']}>
              {libraries.map((library) => (
                <Shelf
                  key={library.id}
                  library={library}
                  rename={() => setAsking({ what: 'rename', library })}
                  remove={() => setAsking({ what: 'delete', library })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {asking?.what === 'rename' && (
        <RenameDialog
          what={homeTexts.library}
          name={asking.library.name}
          onClose={() => setAsking(null)}
          rename={(name) => change(asking.library, { name })}
        />
      )}
      {asking?.what === 'delete' && (
        <AlertDialog
          open
          onOpenChange={() => setAsking(null)}
          title={homeTexts.deleteQuestion(asking.library.name)}
          description={homeTexts.deleteLibraryAbout}
          confirm={homeTexts.delete}
          busy={task.busy}
          onConfirm={() => removeAsked(asking.library)}
        />
      )}
    </Screen>
  );
}

const shownAtFirst = 16;
const shownMore = 64;

type ShelfProps = { readonly library: Library; readonly rename: () => void; readonly remove: () => void };

function Shelf({ library, rename, remove }: ShelfProps) {
  const [shown, setShown] = useState(shownAtFirst);
  const count = library.items.length;
  return (
    <section className={css['library']} aria-label={library.name}>
      <div className={css['head']}>
        <h2>{library.name}</h2>
        <span className={css['about']}>{homeTexts.items(count)}</span>
        <Menu
          align="end"
          trigger={<IconButton size="sm" label={homeTexts.actionsFor(library.name)} icon={<MoreHorizontal />} />}
          items={[
            { label: homeTexts.rename, icon: <Pencil />, onSelect: rename },
            'separator',
            { label: homeTexts.deleteEntry, icon: <Trash2 />, danger: true, onSelect: remove },
          ]}
        />
      </div>
      <ul className={css['items']}>
        {library.items.slice(0, shown).map((item) => (
          <li key={item.id} className={css['item']}>
            <ItemPicture className={css['picture']} item={item} />
            <span className={css['title']} title={item.title}>
              {item.title}
            </span>
          </li>
        ))}
      </ul>
      {count > shown && (
        <div>
          <Button size="sm" kind="quiet" onClick={() => setShown(shown + shownMore)}>
            {homeTexts.showCountMore(Math.min(shownMore, count - shown))}
          </Button>
        </div>
      )}
    </section>
  );
}
