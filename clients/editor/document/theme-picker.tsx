/** theme-picker: the look of the shown tab, and its theme: a built-in one or one of the person's own. */
import { Check } from 'lucide-react';
import { useCallback, useId, useMemo } from 'react';

import { customTheme } from '#core/render/custom-theme.ts';
import { inLook, type Theme } from '#core/render/theme.ts';
import { dark } from '#core/render/themes/dark.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import { light } from '#core/render/themes/light.ts';
import { defaultLook, type TabLook, tabLooks, tabThemes } from '#schema/tab.ts';

import { Drawing } from '../ui/drawing.tsx';
import { themeSample } from '../home/themes/theme-sample.ts';
import { builtInTitles } from '../home/themes/theme-titles.ts';
import { useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { themeOnPage } from '../scene/theme-on-page.ts';
import { useDarkPage } from '../ui/dark-page.ts';
import { useValue } from '../state/signal.ts';
import { call } from '../api/call.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import type { DialogProps } from './dialogs.ts';
import { useEditor } from '../state/editor.ts';
import css from './theme-picker.module.css';
import { documentTexts } from '../strings/document.ts';

type Offered = { readonly id: string; readonly name: string; readonly theme: Theme };

const builtIn: readonly Offered[] = tabThemes.map((id) => ({ id, name: builtInTitles[id], theme: findTheme(id) ?? light }));

export function ThemePicker({ onClose }: DialogProps) {
  const { session, tab, self } = useEditor();
  const user = useValue(self);
  const { theme: shown, name, look = defaultLook } = useValue(tab.settings);
  const [lookGroup, themeGroup] = [useId(), useId()];
  const isGuest = user === null;
  const request = useAnswer(
    useCallback(async (signal: AbortSignal) => (isGuest ? { themes: [] } : call('GET /custom-themes', { signal })), [isGuest]),
  );
  const { failure, run } = usePending({ quiet: true });
  const own = useMemo(
    () =>
      request.answer.state === 'here'
        ? request.answer.value.themes.map(({ id, name: title, definition }) => ({
            id,
            name: title,
            theme: customTheme(definition),
          }))
        : [],
    [request.answer],
  );
  const change = (body: { readonly theme: string } | { readonly look: TabLook }): void =>
    void run(async () => {
      await call('PATCH /documents/:doc/tabs/:tab', { params: { doc: session.documentId, tab: tab.id }, body });
    });
  const all = [...own, ...builtIn];
  const current = themeOnPage(shown) ?? all.find(({ id }) => id === shown)?.theme ?? light;
  useDarkPage();
  return (
    <Dialog open width="wide" onOpenChange={onClose} title={documentTexts.themeFor(name)} description={documentTexts.themeAbout}>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <div className={css['looks']} role="radiogroup" aria-label={documentTexts.look}>
        {tabLooks.map((id) => (
          <Choice
            key={id}
            group={lookGroup}
            offered={{ id, name: documentTexts.looks[id], theme: inLook(current, { look: id }) }}
            chosen={id === look}
            onChoose={() => change({ look: id })}
          />
        ))}
      </div>
      <div className={css['grid']} role="radiogroup" aria-label={documentTexts.themes}>
        {all.map(({ id, name: title, theme }) => (
          <Choice
            key={id}
            group={themeGroup}
            offered={{ id, name: title, theme: inLook(theme, { look }) }}
            darkTheme={id === 'auto' ? inLook(dark, { look }) : undefined}
            chosen={id === shown}
            onChoose={() => change({ theme: id })}
          />
        ))}
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  /** Of radio buttons. */
  readonly group: string;
  readonly offered: Offered;
  /** Shown over half of the picture. */
  readonly darkTheme?: Theme | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
};

function Choice({ group, offered, darkTheme, chosen, onChoose }: ChoiceProps) {
  const { id, name, theme } = offered;
  return (
    <label className={css['theme']}>
      <input className="unseen" type="radio" name={group} value={id} checked={chosen} onChange={onChoose} />
      <span className={css['picture']}>
        <Sample theme={theme} />
        {darkTheme !== undefined && (
          <span className={css['dark']}>
            <Sample theme={darkTheme} />
          </span>
        )}
      </span>
      <span className={css['name']}>
        {name}
        {chosen && <Check aria-hidden />}
      </span>
    </label>
  );
}

function Sample({ theme }: { readonly theme: Theme }) {
  const source = useMemo(() => themeSample(theme), [theme]);
  return <Drawing className={css['sample']} source={source} background={theme.background} />;
}
