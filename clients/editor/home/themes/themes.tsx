/** themes: the built-in themes, and the person's own, which are created, edited and deleted here. */
import { Copy, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';

import { customTheme } from '#core/render/custom-theme.ts';
import type { Theme } from '#core/render/theme.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import { light } from '#core/render/themes/light.ts';
import type { CustomTheme } from '#schema/custom-theme.ts';
import { builtInThemes } from '#schema/tab.ts';

import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { MenuEntry } from '../../ui/menu-items.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import rows from '../rows.module.css';
import { Loaded, Screen } from '../../ui/screen.tsx';
import { contrasts } from './theme-definition.ts';
import { ThemeEditor } from './theme-editor.tsx';
import { builtInTitles } from './theme-titles.ts';
import { themeSample } from './theme-sample.ts';
import css from './themes.module.css';
import tokens from '../tokens/tokens.module.css';
import { useThemes } from './use-themes.ts';
import { homeTexts } from '../../strings/home.ts';

export function Themes() {
  const { request, editing, setEditing, begin, save, removing, setRemoving, remove, busy } = useThemes();
  return (
    <Screen
      title={homeTexts.themes}
      lead={homeTexts.themesAbout}
      actions={
        <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => begin(light, homeTexts.myTheme)}>
          {homeTexts.newTheme}
        </Button>
      }
    >
      <Loaded request={request}>
        {({ themes }) => (
          <div className={tokens['sections']}>
            {themes.length > 0 && (
              <section className={rows['group']}>
                <h2>{homeTexts.custom}</h2>
                <ul className={css['grid']}>
                  {themes.map((theme) => (
                    <OwnTheme
                      key={theme.id}
                      theme={theme}
                      edit={() => setEditing({ id: theme.id, draft: theme })}
                      copy={() => setEditing({ id: null, draft: { ...theme, name: homeTexts.copyOf(theme.name) } })}
                      remove={() => setRemoving(theme)}
                    />
                  ))}
                </ul>
              </section>
            )}
            <BuiltIn onCopy={begin} />
          </div>
        )}
      </Loaded>
      {editing !== null && (
        <ThemeEditor theme={editing.draft} isNew={editing.id === null} onClose={() => setEditing(null)} save={save} />
      )}
      {removing !== null && (
        <AlertDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={homeTexts.deleteQuestion(removing.name)}
          description={homeTexts.documentsKeepTheirCopy}
          confirm={homeTexts.delete}
          busy={busy}
          onConfirm={() => remove(removing)}
        />
      )}
    </Screen>
  );
}

function BuiltIn({ onCopy }: { readonly onCopy: (theme: Theme, name: string) => void }) {
  return (
    <section className={rows['group']}>
      <h2>{homeTexts.builtIn}</h2>
      <ul className={css['grid']}>
        {builtInThemes.map((name) => {
          const theme = findTheme(name) ?? light;
          const title = builtInTitles[name];
          const copy = {
            label: homeTexts.duplicateAndEdit,
            icon: <Copy />,
            onSelect: () => onCopy(theme, homeTexts.my(title.toLowerCase())),
          };
          return <ThemeCard key={name} name={title} about={homeTexts.availableInAllDocuments} theme={theme} items={[copy]} />;
        })}
      </ul>
    </section>
  );
}

type OwnThemeProps = {
  readonly theme: CustomTheme;
  readonly edit: () => void;
  readonly copy: () => void;
  readonly remove: () => void;
};

function OwnTheme({ theme, edit, copy, remove }: OwnThemeProps) {
  const drawn = useMemo(() => customTheme(theme.definition), [theme]);
  const faint = useMemo(() => contrasts(theme.definition).filter(({ isEnough }) => !isEnough).length, [theme]);
  return (
    <ThemeCard
      name={theme.name}
      about={homeTexts.lowContrast(faint)}
      theme={drawn}
      items={[
        { label: homeTexts.editEntry, icon: <Pencil />, onSelect: edit },
        { label: homeTexts.duplicate, icon: <Copy />, onSelect: copy },
        'separator',
        { label: homeTexts.deleteEntry, icon: <Trash2 />, danger: true, onSelect: remove },
      ]}
    />
  );
}

type CardProps = { readonly name: string; readonly about: string; readonly theme: Theme; readonly items: readonly MenuEntry[] };

function ThemeCard({ name, about, theme, items }: CardProps) {
  const sample = useMemo(() => themeSample(theme), [theme]);
  return (
    <li className={css['theme']}>
      <Drawing className={css['picture']} source={sample} background={theme.background} />
      <div className={css['words']}>
        <span className={css['name']}>{name}</span>
        <span className={css['about']}>{about}</span>
      </div>
      <div className={css['actions']}>
        <Menu
          align="end"
          items={items}
          trigger={<IconButton size="sm" label={homeTexts.actionsFor(name)} icon={<MoreHorizontal />} />}
        />
      </div>
    </li>
  );
}
