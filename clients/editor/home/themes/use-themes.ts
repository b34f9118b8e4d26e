/** use-themes: the person's own themes, as they are listed, edited and deleted. */
import { useCallback, useState } from 'react';

import type { CustomTheme } from '#schema/custom-theme.ts';

import type { Theme } from '#core/render/theme.ts';

import { call } from '../../api/call.ts';
import { type Request, useAnswer } from '../../ui/use-answer.ts';
import { usePending } from '../../ui/use-pending.ts';
import { definitionOf } from './theme-definition.ts';
import type { ThemeDraft } from './theme-editor.tsx';

/** `id` is null for a new theme. */
type EditedTheme = { readonly id: string | null; readonly draft: ThemeDraft };

type ThemeList = { readonly themes: readonly CustomTheme[] };

export type ThemesModel = {
  readonly request: Request<ThemeList>;
  readonly editing: EditedTheme | null;
  readonly setEditing: (editing: EditedTheme | null) => void;
  /** Opens the editor for a new theme that begins as a copy of another one. */
  readonly begin: (theme: Theme, name: string) => void;
  /** Throws CallRefused and CallUnreachable. */
  readonly save: (draft: ThemeDraft) => Promise<void>;
  /** The theme whose deletion the person has to confirm. */
  readonly removing: CustomTheme | null;
  readonly setRemoving: (theme: CustomTheme | null) => void;
  readonly remove: (theme: CustomTheme) => void;
  readonly busy: boolean;
};

export function useThemes(): ThemesModel {
  const request = useAnswer<ThemeList>(useCallback((signal: AbortSignal) => call('GET /custom-themes', { signal }), []));
  const [editing, setEditing] = useState<EditedTheme | null>(null);
  const [removing, setRemoving] = useState<CustomTheme | null>(null);
  const task = usePending();
  const save = async (draft: ThemeDraft): Promise<void> => {
    const id = editing?.id ?? null;
    const { theme } =
      id === null
        ? await call('POST /custom-themes', { body: draft })
        : await call('PUT /custom-themes/:theme', { params: { theme: id }, body: draft });
    request.change(({ themes }) => ({
      themes: id === null ? [...themes, theme] : themes.map((one) => (one.id === theme.id ? theme : one)),
    }));
  };
  const remove = (theme: CustomTheme): void =>
    void task.run(async () => {
      await call('DELETE /custom-themes/:theme', { params: { theme: theme.id } });
      request.change(({ themes }) => ({ themes: themes.filter(({ id }) => id !== theme.id) }));
      setRemoving(null);
    });
  return {
    request,
    editing,
    setEditing,
    begin: (theme, name) => setEditing({ id: null, draft: { name, definition: definitionOf(theme) } }),
    save,
    removing,
    setRemoving,
    remove,
    busy: task.busy,
  };
}
